import { expect, test } from 'vitest'
import { latencyFigure } from '#core/judgement/known-figures.ts'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { forecastPrecision, reachWith, relativeReach } from './precision-forecast.ts'
import { simulatedCases, simulatedRun } from './simulated-run.test-support.ts'

const load = { requestRate: 8, maxConcurrency: null }

function stored(name: string, requests: number) {
  const random = new NumpyRandomState(requests)
  const run = simulatedRun({ load, server: {}, requests, random })
  return {
    ...{ ...run, config: { ...run.config, ignoreEos: true } },
    ...{ id: name, name, status: 'completed' as const, createdAtEpochMs: 0 },
    ...{ serverName: 'A', facts: null, launch: null },
  }
}

const long = stored('long', 1600)
const server = { serverName: 'A', facts: null, launch: null }

test('names the run of the nearest length, and the requests for a narrower interval', () => {
  const planned = { config: long.config, requests: 1200, server }
  const found = forecastPrecision(planned, [stored('short', 400), long])
  expect(found).toMatchObject({ metric: 'ttft', percentile: 99, run: { id: 'long', name: 'long' } })
  const reach = found?.reach ?? 0
  const own = relativeReach(
    latencyFigure(long.summary, { metric: 'ttft', percentile: 99 }) as never,
  )
  expect(reach).toBeCloseTo((own ?? 0) * Math.sqrt(1600 / 1200), 10)
  const { goal } = found ?? {}
  expect(reachWith(goal?.requests ?? 0, { reach, requests: 1200 })).toBeCloseTo(goal?.reach ?? 0, 3)
  expect(goal?.reach).toBeLessThan(reach)
})

test('a percentile that the requests are too few for has a goal only', () => {
  const planned = { config: long.config, requests: 100, server }
  expect(forecastPrecision(planned, [long])).toMatchObject({ reach: null, goal: { reach: 0.2 } })
})

test.each([
  ['another load', { config: { ...long.config, requestRate: 10 } }],
  ['another workload', { config: { ...long.config, randomInputLen: 9 } }],
  ['another server', { server: { ...server, serverName: 'B' } }],
  ['a ramp', { config: { ...long.config, rampUpStrategy: 'linear' as const } }],
])('nothing is known of %s', (_, changes) => {
  const planned = { config: long.config, requests: 600, server, ...changes }
  expect(forecastPrecision(planned, [long])).toBeNull()
})

test('widths of a run four times as long are within a factor of two of the forecast, four times in five', () => {
  const cases = ['light open loop', 'bursty open loop', 'closed loop', 'service with a memory']
  const ratios = cases.flatMap((name) =>
    [0, 1, 2, 3, 4].flatMap((seed) => {
      const run = (requests: number, own: number) => {
        const { load: sent, server } = simulatedCases[name] ?? { load, server: {} }
        return simulatedRun({ load: sent, server, requests, random: new NumpyRandomState(own) })
      }
      const [short, other] = [run(1000, seed), run(4000, 100 + seed)]
      return [50, 99].flatMap((percentile) => {
        const reachOf = ({ summary }: typeof short) => {
          const figure = latencyFigure(summary, { metric: 'ttft', percentile })
          return (figure && relativeReach(figure)) ?? Number.NaN
        }
        return reachOf(other) / reachWith(4000, { reach: reachOf(short), requests: 1000 })
      })
    }),
  )
  // A run without an interval has no forecast.
  const known = ratios.filter((ratio) => Number.isFinite(ratio))
  const within = known.filter((ratio) => ratio > 0.5 && ratio < 2)
  expect(known.length).toBeGreaterThan(30)
  expect(within.length / known.length).toBeGreaterThan(0.8)
})
