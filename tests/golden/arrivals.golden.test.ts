import { describe, test } from 'vitest'
import { z } from 'zod'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { arrivalOffsetsS, classicGapsS } from '#core/workload/arrivals.ts'
import { expectClose, readVectors } from './golden-vectors.ts'

const orInfinite = z.union([z.number(), z.literal('inf').transform(() => Infinity)])
const shared = { seed: z.int(), n: z.int(), rate: orInfinite, burstiness: orInfinite }
const { modern, classic } = readVectors(
  'arrivals.json',
  z.object({
    modern: z
      .array(
        z.object({
          ...shared,
          rampUp: z
            .object({
              strategy: z.enum(['linear', 'exponential']),
              startRps: z.number(),
              endRps: z.number(),
            })
            .nullable()
            .default(null),
          offsets: z.array(z.number()),
        }),
      )
      .min(1),
    classic: z.array(z.object({ ...shared, gaps: z.array(z.number()) })).min(1),
  }),
)

describe('newest schedule', () => {
  test.each(modern)('seed $seed, $n at $rate/s, burstiness $burstiness', (golden) => {
    const { n, rate, burstiness, rampUp } = golden
    const pattern = { requestRate: rate, burstiness, rampUp }
    expectClose(arrivalOffsetsS(n, pattern, new NumpyRandomState(golden.seed)), golden.offsets)
  })
})

describe('classic gaps', () => {
  test.each(classic)('seed $seed, $n at $rate/s, burstiness $burstiness', (golden) => {
    const pattern = { requestRate: golden.rate, burstiness: golden.burstiness }
    expectClose(classicGapsS(golden.n, pattern, new NumpyRandomState(golden.seed)), golden.gaps)
  })
})
