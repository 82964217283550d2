import { describe, expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { SweepLimit } from '#core/model/sweep-limit.ts'
import type { SearchAnswer } from '#core/model/sweep-search.ts'
import { sweepPlanSchema, type SweepPlan } from '#core/model/sweep.ts'
import {
  quietServer,
  rateAt,
  searchOn,
  type ModelledServer,
} from './modelled-server.test-support.ts'

function planOf(search: object, limits: readonly SweepLimit[] = []): SweepPlan {
  return sweepPlanSchema.parse({
    ...{ name: 'search', config: defaultBenchmarkConfig, secondsPerPoint: null },
    ...{ requestRates: [1], maxConcurrencies: [null], limits, search },
  })
}

const capacityOver = (over: 'requestRate' | 'maxConcurrency') => ({ kind: 'capacity', over })

const tpot = (mostMs: number): SweepLimit => ({
  ...{ kind: 'latency', metric: 'tpot', percentile: null, mostMs },
})
const ttft = (mostMs: number): SweepLimit => ({
  ...{ kind: 'latency', metric: 'ttft', percentile: 95, mostMs },
})

function estimateOf(answer: SearchAnswer): number {
  return (answer.kind === 'capacity' ? answer.estimate : answer.knee) ?? NaN
}

type Case = Readonly<{
  name: string
  server: ModelledServer
  over: 'requestRate' | 'maxConcurrency'
  limit: SweepLimit
  truth: number
}>

const cases: readonly Case[] = [
  {
    name: 'TPOT by concurrency',
    ...{ server: quietServer, over: 'maxConcurrency', limit: tpot(30) },
    truth: 51,
  },
  {
    name: 'TPOT by rate',
    ...{ server: quietServer, over: 'requestRate', limit: tpot(30) },
    truth: rateAt(quietServer, 51),
  },
  {
    name: 'TTFT by concurrency, a cliff',
    ...{ server: quietServer, over: 'maxConcurrency', limit: ttft(500) },
    truth: 120.9,
  },
]

describe.each(cases)('capacity by $name', ({ server, over, limit, truth }) => {
  test.each([0, 1, 2, 3, 4])('is found with seed %i', (seed) => {
    const plan = planOf(capacityOver(over), [limit])
    const { answer, tried } = searchOn(server, plan, { seed })
    expect(answer).toMatchObject({ kind: 'capacity', ending: 'precise' })
    expect(estimateOf(answer) / truth).toBeGreaterThan(0.9)
    expect(estimateOf(answer) / truth).toBeLessThan(1.1)
    expect(tried.length).toBeLessThanOrEqual(15)
  })
})
