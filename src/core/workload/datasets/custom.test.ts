import { describe, expect, test } from 'vitest'
import { PythonRandom } from '#core/random/python-random.ts'
import { customRow, sampleRows } from './custom.ts'
import { toyTokenizer } from '../fixtures/toy-tokenizer.ts'

const where = 'rows.jsonl, line 3'
const options = {
  count: 0,
  seed: 0,
  random: new PythonRandom(0),
  shuffle: false,
  repeats: 'choice' as const,
  requestIdPrefix: 'r-',
  chatTemplate: false,
}
const rows = [
  { prompt: 'ccc', outputTokens: 5 },
  { prompt: 'dd', outputTokens: 6 },
]

describe('a row', () => {
  test('takes the length given for all', () => {
    const row = { prompt: 'q', output_tokens: 9 }
    expect(customRow(row, { where, fixedOutputTokens: 4 })).toEqual({
      prompt: 'q',
      outputTokens: 4,
    })
  })

  test('brings its own length otherwise', () => {
    const row = { prompt: 'q', output_tokens: 9 }
    expect(customRow(row, { where, fixedOutputTokens: null })).toMatchObject({ outputTokens: 9 })
  })

  test.each([
    [{ text: 'q' }, 4, 'prompt'],
    [['q'], 4, where],
    [{ prompt: 'q' }, null, 'output_tokens'],
    [{ prompt: 'q', output_tokens: 'nine' }, null, 'output_tokens'],
    [{ prompt: 'q', output_tokens: 0 }, null, 'output_tokens'],
  ])('that lacks something is refused: %j', (row, fixedOutputTokens, mention) => {
    expect(() => customRow(row, { where, fixedOutputTokens })).toThrow(mention)
  })
})

describe('sampling rows', () => {
  test('takes every row when the count is 0', async () => {
    expect(await sampleRows(rows, options, toyTokenizer)).toEqual([
      { prompt: 'ccc', promptTokens: 4, expectedOutputTokens: 5, requestId: 'r-0' },
      { prompt: 'dd', promptTokens: 3, expectedOutputTokens: 6, requestId: 'r-1' },
    ])
  })

  test('puts prompts into the chat template', async () => {
    const [request] = await sampleRows(rows, { ...options, chatTemplate: true }, toyTokenizer)
    expect(request?.prompt).toBe('user ccc')
  })

  test('says what to do about a model without a chat template', async () => {
    const plain = { ...toyTokenizer, renderChats: () => Promise.resolve(null) }
    const sampled = sampleRows(rows, { ...options, chatTemplate: true }, plain)
    await expect(sampled).rejects.toMatchObject({ field: 'skipChatTemplate' })
  })

  test('counts one token in and one out without a tokenizer', async () => {
    const [request] = await sampleRows(rows, { ...options, chatTemplate: true }, null)
    expect(request).toMatchObject({ prompt: 'ccc', promptTokens: 1, expectedOutputTokens: 1 })
  })

  test.each([
    { count: 1, repeats: 'choice' as const, requests: 1 },
    { count: 5, repeats: 'choice' as const, requests: 5 },
    { count: 5, repeats: 'none' as const, requests: 2 },
  ])('of two rows $count wanted (repeats: $repeats) gives $requests', async (wanted) => {
    const sampled = await sampleRows(rows, { ...options, ...wanted }, toyTokenizer)
    expect(sampled).toHaveLength(wanted.requests)
  })
})
