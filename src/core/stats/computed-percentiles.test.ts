import { expect, test } from 'vitest'
import { certaintyOf } from './certainty/certainty-of-run.ts'
import { computedPercentiles, lacksPercentiles, withPercentiles } from './computed-percentiles.ts'
import { measured } from './fixtures/requests.ts'
import { metricStats, MetricValues } from './metric-stats.ts'

const requests = Array.from({ length: 400 }, (_, index) =>
  measured({ startS: index / 10, ttftS: 0.1 + ((index * 7919) % 400) / 5000 }),
)
const values = new MetricValues()
for (const request of requests) values.add(request)
const options = { goodputLimitsMs: {}, steadyWindow: null }

const statsOf = (percentiles: readonly number[]) =>
  metricStats(values.durationsOf('ttft'), percentiles)
const listed = {
  summary: {
    metrics: { ttft: statsOf([90]) },
    certainty: certaintyOf(requests, { ...options, percentiles: [90] }),
  },
}

test('percentiles of stored requests complete a summary that omits them', () => {
  expect(lacksPercentiles(listed, [50, 90])).toBe(false)
  expect(lacksPercentiles(listed, [50, 90, 95])).toBe(true)
  const completed = withPercentiles(listed, computedPercentiles(requests, [90, 95]))
  expect(completed.summary.metrics.ttft).toEqual(statsOf([90, 95]))
  expect(lacksPercentiles(completed, [90, 95])).toBe(false)
  const none = { metrics: {}, certainty: [] }
  expect(withPercentiles({ summary: null }, none)).toEqual({ summary: null })
})

test('each with the interval of a run that was started with it', () => {
  const completed = withPercentiles(listed, computedPercentiles(requests, [95]))
  const intervalOf = (percentile: number, { figures }: typeof listed.summary.certainty) =>
    figures.filter((one) => one.metric === 'ttft' && one.percentile === percentile)
  const asked = certaintyOf(requests, { ...options, percentiles: [95] })
  expect(intervalOf(95, completed.summary.certainty)).toEqual(intervalOf(95, asked))
  expect(intervalOf(95, asked)[0]?.intervalMs).not.toBeNull()
  expect(intervalOf(90, completed.summary.certainty)).toEqual(
    intervalOf(90, listed.summary.certainty),
  )
})

test('a run of changing loads has no intervals, whichever percentiles are computed', () => {
  const changing = { ...options, percentiles: [90], changesRate: true }
  const ramp = {
    summary: { ...listed.summary, certainty: certaintyOf(requests, changing) },
  }
  expect(ramp.summary.certainty).toMatchObject({ figures: [], pace: null, goodShare: null })
  const completed = withPercentiles(ramp, computedPercentiles(requests, [95]))
  expect(completed.summary.metrics.ttft).toEqual(statsOf([90, 95]))
  expect(completed.summary.certainty.figures).toEqual([])
})
