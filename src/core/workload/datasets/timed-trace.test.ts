import { describe, expect, test } from 'vitest'
import { toyTokenizer } from '../fixtures/toy-tokenizer.ts'
import { sampleTimedTrace, tracedRequest } from './timed-trace.ts'

const where = 'trace.jsonl, line 3'
const labels = { timestamp: 'at', inputLength: 'in', outputLength: 'out', hashIds: 'blocks' }
const place = { where, labels, blockTokens: 4, secondsPerUnit: 1 }
const entry = { at: 1500, in: 6, out: 4, blocks: [1, 'b'], other: true }

describe('an entry', () => {
  test('is read by the names given to its fields', () => {
    expect(tracedRequest(entry, place)).toEqual({
      timestamp: 1500,
      inputTokens: 6,
      outputTokens: 4,
      hashIds: [1, 'b'],
    })
  })

  test('without a response is left out, as in tables', () => {
    expect(tracedRequest({ ...entry, out: 0 }, place)).toBeNull()
  })

  test('without blocks shares none', () => {
    const blocks = [`${where} 0`, `${where} 1`]
    expect(tracedRequest({ ...entry, blocks: undefined }, place)?.hashIds).toEqual(blocks)
    expect(tracedRequest({ ...entry, blocks: [] }, place)?.hashIds).toEqual(blocks)
  })

  test('may have a date, in the unit of the trace', () => {
    const dated = { ...entry, at: '2025-03-01T00:00:01Z' }
    const at = Date.UTC(2025, 2, 1, 0, 0, 1)
    expect(tracedRequest(dated, place)?.timestamp).toBe(at / 1000)
    expect(tracedRequest(dated, { ...place, secondsPerUnit: 0.001 })?.timestamp).toBe(at)
  })

  // microsoft/vidur, Azure/AzurePublicDataset, alibaba/ServeGen
  test.each([
    { arrived_at: 1.5, num_prefill_tokens: 6, num_decode_tokens: 4 },
    { arrival_timestamp: '1.5', prompt_size: '6', token_size: '4' },
    { timestamp: 1.5, input_tokens: 6, output_tokens: 4 },
  ])('may have the names of another trace: %j', (row) => {
    const usual = {
      timestamp: 'timestamp',
      inputLength: 'input_length',
      outputLength: 'output_length',
      hashIds: 'hash_ids',
    }
    expect(tracedRequest(row, { ...place, labels: usual })).toMatchObject({
      timestamp: 1.5,
      inputTokens: 6,
      outputTokens: 4,
    })
  })

  test.each([
    { changes: { at: undefined }, field: '"at"' },
    { changes: { in: 0.5 }, field: '"in"' },
    { changes: { in: 1e15 }, field: '"in"' },
    { changes: { out: 'four' }, field: '"out"' },
    { changes: { blocks: 'none' }, field: '"blocks"' },
    { changes: { at: 'soon' }, field: '"at"' },
  ])('that lacks $field is refused with its place', ({ changes, field }) => {
    const read = () => tracedRequest({ ...entry, ...changes }, place)
    expect(read).toThrow(`${where}, field ${field}`)
  })
})

describe('a workload', () => {
  const options = {
    chunkHashSize: 4,
    secMultiplier: 0.001,
    zero: 0,
    requestIdPrefix: 'r-',
    hashSeed: null,
  }
  const request = { timestamp: 1500, inputTokens: 10, outputTokens: 4, hashIds: [7, 8, 9] }
  const sample = (changes: object) =>
    sampleTimedTrace([{ ...request, ...changes }], options, toyTokenizer)[0]

  test('has the recorded lengths and times', () => {
    expect(sample({})).toMatchObject({
      promptTokens: 10,
      expectedOutputTokens: 4,
      requestId: 'r-0',
      arrivesAtS: 1.5,
    })
  })

  test('gives equal blocks equal tokens, others others', () => {
    const idsOf = (changes: Partial<typeof request>) => [...(sample(changes)?.prompt ?? [])]
    const [one, two] = [idsOf({}), idsOf({ hashIds: [7, 3, 9] })]
    expect(one.slice(0, 4)).toEqual(two.slice(0, 4))
    expect(one.slice(4, 8)).not.toEqual(two.slice(4, 8))
    expect(one.slice(8)).toEqual(two.slice(8))
  })

  test('takes blocks as large as prompts', () => {
    const [long] = sampleTimedTrace(
      [{ ...request, inputTokens: 400_000 }],
      { ...options, chunkHashSize: 400_000 },
      toyTokenizer,
    )
    expect(long?.promptTokens).toBe(400_000)
  })

  test('counts what is there where the trace names too few blocks', () => {
    expect(sample({ hashIds: [7] })?.promptTokens).toBe(4)
  })
})
