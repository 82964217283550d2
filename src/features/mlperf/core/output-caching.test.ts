import { expect, test } from 'vitest'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { Run } from '#core/model/run/run.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { measured } from '#core/stats/fixtures/requests.ts'
import { wholeSummary } from '#core/stats/fixtures/summaries.ts'
import { cachingAudit, noAudit } from './output-caching.ts'

const closedLoop = { requestRate: 'inf', maxConcurrency: 4, numPrompts: 40 } as const
const repeating = { ...closedLoop, numPrompts: 1 } as const

/** One request after another; a second of TTFT, and of TPOT for ten tokens. */
function run(config: Partial<BenchmarkConfig>, [ttftS, restS]: readonly [number, number]) {
  const whole = { ...defaultBenchmarkConfig, ...config }
  const requests = Array.from({ length: 40 }, (_, index) =>
    measured({
      startS: index * (ttftS + restS),
      ttftS,
      latencyS: ttftS + restS,
      outputTokens: 11,
    }),
  )
  const base: Pick<Run, 'baseUrl' | 'serverName' | 'facts'> = {
    baseUrl: 'http://127.0.0.1:8000',
    serverName: null,
    facts: null,
  }
  return { ...base, config: whole, summary: wholeSummary(requests, whole) } as Parameters<
    typeof noAudit
  >[0]
}

test('a server of the same speed passes', () => {
  const [distinct, repeated] = [run(closedLoop, [0.1, 0.5]), run(repeating, [0.08, 0.5])]
  expect(noAudit(distinct, repeated)).toBeNull()
  expect(cachingAudit(distinct, repeated)).toMatchObject({ verdict: 'passed' })
})

test('a server that returns stored responses fails', () => {
  const { verdict, factors } = cachingAudit(
    run(closedLoop, [0.1, 0.5]),
    run(repeating, [0.01, 0.01]),
  )
  expect(verdict).toBe('cached')
  expect(factors.tpot).toBeCloseTo(0.02, 5)
})

test('a prefix cache is faster, too, but generates as before', () => {
  const { verdict, factors } = cachingAudit(run(closedLoop, [0.5, 0.5]), run(repeating, [0.1, 0.5]))
  expect(verdict).toBe('cached')
  expect(factors.tpot).toBeCloseTo(1, 5)
})

test.each([
  ['load', { ...closedLoop, requestRate: 4 }, repeating],
  ['load', { ...closedLoop, maxConcurrency: null }, repeating],
  ['distinct', { ...closedLoop, numPrompts: 20 }, repeating],
  ['repeated', closedLoop, closedLoop],
  ['different', closedLoop, { ...repeating, maxConcurrency: 8 }],
] as const)('runs that are no audit: %s', (reason, one, other) => {
  expect(noAudit(run(one, [0.1, 0.5]), run(other, [0.1, 0.5]))).toBe(reason)
})
