import { describe, expect, test } from 'vitest'
import { recordedLengths, sampleBurstGpt } from './burstgpt.ts'
import { toyTokenizer } from '../fixtures/toy-tokenizer.ts'

const where = 'burst.csv, line 2'
const row = (model: string, request: string, response: string) => ({
  Timestamp: '5',
  Model: model,
  'Request tokens': request,
  'Response tokens': response,
})

describe('a row', () => {
  test.each([
    { cells: row('GPT-4', '10', '20'), lengths: { promptTokens: 10, outputTokens: 20 } },
    { cells: row('ChatGPT', '10', '20'), lengths: null },
    { cells: row('GPT-4', '10', '0'), lengths: null },
    { cells: row('ChatGPT', 'ten', '20'), lengths: null },
  ])('$cells gives $lengths', ({ cells, lengths }) => {
    expect(recordedLengths(cells, where)).toEqual(lengths)
  })

  test.each([
    { Model: 'GPT-4' },
    row('GPT-4', 'ten', '20'),
    row('GPT-4', '', '20'),
    row('GPT-4', '1000000000000', '20'),
  ])('without whole numbers is refused with its place: %j', (cells) => {
    expect(() => recordedLengths(cells, where)).toThrow(where)
  })

  test('needs the columns that choose it', () => {
    expect(() => recordedLengths({ Timestamp: '1', Model: 'x' }, where)).toThrow('Response tokens')
  })
})

describe('sampling', () => {
  const rows = [1, 2, 3, 4].map((tokens) => ({ promptTokens: tokens, outputTokens: tokens * 10 }))
  const options = { count: 4, seed: 0, requestIdPrefix: 'r-' }

  test('takes every row once as long as there are enough', async () => {
    const requests = await sampleBurstGpt(rows, options, toyTokenizer)
    expect(requests.map(({ promptTokens }) => promptTokens).sort()).toEqual([1, 2, 3, 4])
    expect(requests.map(({ requestId }) => requestId)).toEqual(['r-0', 'r-1', 'r-2', 'r-3'])
  })

  test('repeats rows where there are too few', async () => {
    expect(await sampleBurstGpt(rows, { ...options, count: 9 }, toyTokenizer)).toHaveLength(9)
  })

  test('makes each prompt of consecutive tokens from its own index on', async () => {
    const [long] = [{ promptTokens: 3, outputTokens: 1 }]
    const requests = await sampleBurstGpt([long, long], { ...options, count: 2 }, toyTokenizer)
    expect(requests.map(({ prompt }) => prompt)).toEqual(['abc', 'bcd'])
  })
})
