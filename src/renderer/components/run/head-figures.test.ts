import { expect, test } from 'vitest'
import type { Certainty } from '#core/model/run/certainty.ts'
import { exampleRun, exampleStats, exampleSummary } from './example-run.test-support.ts'
import { headFigures } from './head-figures.ts'

const certainty: Certainty = {
  figures: [
    { metric: 'ttft', percentile: 50, intervalMs: { low: 38, high: 42 }, fewestValues: 6 },
    { metric: 'ttft', percentile: 99, intervalMs: null, fewestValues: 368 },
  ],
  throughput: {
    requests: { low: 0.9, high: 1.1 },
    outputTokens: { low: 0.8, high: 1.2 },
    totalTokens: { low: 0.8, high: 1.2 },
  },
  ...{ goodShare: null, steadiness: null, rate: null, pace: null, littlesLawRatio: null },
  stalls: { worstS: 0, gaps: 0, requests: 0 },
}

function figuresOf(changes: Parameters<typeof exampleSummary>[0], config: object = {}) {
  const { config: whole } = exampleRun({ config: { metricPercentiles: [99], ...config } })
  return headFigures({ config: whole, summary: exampleSummary(changes) })
}

test('are the two throughputs, TTFT and TPOT, each with its interval', () => {
  expect(figuresOf({ certainty })).toEqual([
    {
      ...{ name: 'requestThroughput', unit: 'req/s' },
      values: [{ statistic: '', text: '10.0', interval: '9.00–11.0' }],
    },
    {
      ...{ name: 'outputThroughput', unit: 'tok/s' },
      values: [{ statistic: '', text: '500', interval: '400–600' }],
    },
    {
      ...{ name: 'TTFT', unit: 'ms' },
      values: [
        { statistic: 'p50', text: '40.0', interval: '38.0–42.0' },
        { statistic: 'p99', text: '90.0', interval: '' },
      ],
    },
    {
      ...{ name: 'TPOT', unit: 'ms' },
      values: [
        { statistic: 'p50', text: '10.0', interval: '' },
        { statistic: 'p99', text: '12.0', interval: '' },
      ],
    },
  ])
})

test.each([
  [[0.1, 50, 99, 99.9], 'p99'],
  [[50, 95], 'p95'],
  [[99.9], 'p99.9'],
])('of %j, %s is beside the median', (metricPercentiles, tail) => {
  const [, , ttft] = figuresOf({}, { metricPercentiles })
  expect(ttft?.values.map(({ statistic }) => statistic)).toEqual(['p50', tail])
})

test('share a unit where they are of one latency', () => {
  const metrics = { ...exampleSummary().metrics, ttft: exampleStats(80, 4000) }
  const [, , ttft] = figuresOf({ metrics })
  expect(ttft).toMatchObject({ unit: 'ms', values: [{ text: '80.0' }, { text: '4,000' }] })
})

test('are dashes where nothing was completed', () => {
  expect(figuresOf({ completed: 0 })[0]?.values[0]?.text).toBe('–')
})
