import { expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { foreseenShortage } from './benchmarks.ts'

const of = (requests: number, ...metricPercentiles: number[]) => ({
  config: { ...defaultBenchmarkConfig, metricPercentiles },
  requests,
})

test.each([
  { remark: 'one request less than p99 takes', runs: [of(367, 99)], shortage: [99, 368, 1] },
  { remark: 'just as many', runs: [of(368, 99)], shortage: null },
  { remark: 'nothing but a median', runs: [of(20, 50)], shortage: null },
  { remark: 'smallest and largest are what they are', runs: [of(1, 0, 100)], shortage: null },
  { remark: 'the higher of two alike', runs: [of(4, 0.1, 50, 99.9)], shortage: [99.9, 3688, 1] },
  { remark: 'a number not known beforehand', runs: [of(0, 99.9)], shortage: null },
  {
    remark: 'several runs, some of them short',
    runs: [of(100, 50, 90), of(50, 50, 99), of(50, 95), of(5000, 99)],
    shortage: [99, 368, 2],
  },
])('$remark', ({ runs, shortage }) => {
  const found = foreseenShortage(runs)
  const reported = found && [found.percentile, found.fewestRequests, found.runs]
  expect(reported).toEqual(shortage)
})
