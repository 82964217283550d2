import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { expectWorkload, prepare, readCases } from './expected-workload.ts'

const shared = {
  seed: z.int(),
  numPrompts: z.int(),
  batchSize: z.int(),
  inputLen: z.int(),
  rangeRatio: z.number(),
  requestRate: z.number(),
}

type Shared = z.infer<z.ZodObject<typeof shared>>

function flagsOf(expected: Shared): Partial<BenchmarkConfig> {
  const { seed, numPrompts, requestRate } = expected
  return {
    ...{ seed, numPrompts, requestRate },
    randomBatchSize: expected.batchSize,
    randomInputLen: expected.inputLen,
    randomRangeRatio: expected.rangeRatio,
  }
}

describe('several random prompts to a request', () => {
  const cases = readCases('random-batches.json', { ...shared, outputLen: z.int() })

  test.each(cases)('$batchSize of $numPrompts are those of Python', async (expected) => {
    const flags = { ...flagsOf(expected), randomOutputLen: expected.outputLen }
    expectWorkload(await prepare(flags), expected)
  })

  test('are numbered by request', async () => {
    const { requests } = await prepare({ numPrompts: 5, randomBatchSize: 2, promptTokenIds: true })
    expect(requests.map(({ requestId }) => requestId)).toEqual(['b-0', 'b-1', 'b-2'])
    expect(requests.map(({ furtherPrompts }) => furtherPrompts?.length)).toEqual([1, 1, 0])
    expect(requests.map(({ promptTokens }) => promptTokens)).toEqual([2048, 2048, 1024])
  })
})

describe('a random query with documents to rank', () => {
  const cases = readCases('random-rerank.json', { ...shared, noReranker: z.boolean() })

  test.each(cases)(
    'is that of Python with seed $seed, read apart: $noReranker',
    async (expected) => {
      const flags = { ...flagsOf(expected), noReranker: expected.noReranker }
      expectWorkload(await prepare({ datasetName: 'random-rerank', ...flags }), expected)
    },
  )

  test.each([
    ['query', { randomInputLen: 3 }],
    ['documents', { randomInputLen: 6, randomRangeRatio: 0.99 }],
  ])('is refused where the %s would have no token', async (_, flags) => {
    const made = prepare({ datasetName: 'random-rerank', numPrompts: 2, ...flags })
    await expect(made).rejects.toMatchObject({ code: 'invalid-input', field: 'randomInputLen' })
  })
})
