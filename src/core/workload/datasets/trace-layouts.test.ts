import { describe, expect, test } from 'vitest'
import { traceLayouts } from './trace-layouts.ts'

const labels = { timestamp: 't', inputLength: 'i', outputLength: 'o', hashIds: 'h' }
const place = { where: 'trace.csv, line 2', labels, blockTokens: 512 }

describe('a Mooncake trace', () => {
  const { read, ...traits } = traceLayouts.mooncake

  test('has names of its own', () => {
    const entry = { timestamp: 27482, input_length: 6955, output_length: 52, hash_ids: [46, 47] }
    expect(read(entry, place)).toEqual({
      timestamp: 27482,
      inputTokens: 6955,
      outputTokens: 52,
      hashIds: [46, 47],
    })
  })

  test('counts milliseconds and blocks of 512', () => {
    expect(traits).toMatchObject({
      secondsPerUnit: 0.001,
      timeField: 'timestamp',
      blockTokens: 512,
      startsAtFirst: false,
    })
  })
})

describe('a table', () => {
  const burst = {
    Timestamp: '45',
    Model: 'ChatGPT',
    'Request tokens': '1000',
    'Response tokens': '18',
  }
  const azure = {
    TIMESTAMP: '2023-11-16 18:17:03.9799600',
    ContextTokens: '374',
    GeneratedTokens: '44',
  }

  test('of BurstGPT has prompts that share nothing', () => {
    expect(traceLayouts.burstgpt.read(burst, place)).toEqual({
      timestamp: 45,
      inputTokens: 1000,
      outputTokens: 18,
      hashIds: ['trace.csv, line 2 0', 'trace.csv, line 2 1'],
    })
  })

  test.each([
    ['2023-11-16 18:17:03.9799600', Date.UTC(2023, 10, 16, 18, 17, 3, 979) / 1000],
    ['2024-05-10 02:00:00.009+02:00', Date.UTC(2024, 4, 10, 0, 0, 0, 9) / 1000],
  ])('of Azure has dates: %s', (text, timestamp) => {
    const entry = { ...azure, TIMESTAMP: text }
    expect(traceLayouts.azure.read(entry, place)).toMatchObject({ timestamp, inputTokens: 374 })
  })

  test('leaves out what was not answered', () => {
    expect(traceLayouts.burstgpt.read({ ...burst, 'Response tokens': '0' }, place)).toBeNull()
  })

  test.each([
    ['burstgpt', { ...burst, Timestamp: 'soon' }, 'Timestamp'],
    ['burstgpt', { ...burst, 'Request tokens': '1.5' }, 'Request tokens'],
    ['azure', { ...azure, TIMESTAMP: 'never' }, 'TIMESTAMP'],
    ['azure', burst, 'ContextTokens'],
  ] as const)('of %s that lacks something is refused: %j', (layout, entry, mention) => {
    expect(() => traceLayouts[layout].read(entry, place)).toThrow(mention)
  })
})
