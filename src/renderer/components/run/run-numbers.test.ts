import { describe, expect, it } from 'vitest'
import { exampleRun, exampleSummary } from './example-run.test-support.ts'
import { runSummaryRowSchema } from '#core/model/run/run.ts'
import { keptFactors } from '#core/judgement/kept-throughput.ts'
import { steadyLoad } from '#core/judgement/saturation.ts'
import { generatedRun } from '#core/stats/fixtures/generated-run.ts'
import { measuredThroughput, percentileMs, rateNumber, steadyThroughput } from './run-numbers.ts'

const run = exampleRun()
const unstarted = exampleRun({ summary: null })
const allFailed = exampleRun({ summary: exampleSummary({ completed: 0, failed: 10 }) })

describe('numbers of a run', () => {
  it('are the summary’s where they were measured', () => {
    expect(percentileMs(run, { metric: 'ttft', percentile: 50 })).toBe(40)
    expect(percentileMs(run, { metric: 'ttft', percentile: 99 })).toBe(90)
    expect(measuredThroughput(run, 'outputThroughput')).toBe(500)
  })

  it('are missing, not zero, where nothing was measured', () => {
    const { metrics } = exampleSummary()
    const tpot = { ...metrics.tpot, count: 0 }
    const untimed = exampleRun({ summary: exampleSummary({ metrics: { ...metrics, tpot } }) })
    expect(percentileMs(untimed, { metric: 'tpot', percentile: 50 })).toBeNull()
    expect(percentileMs(untimed, { metric: 'tpot', percentile: 99 })).toBeNull()
    expect(percentileMs(unstarted, { metric: 'ttft', percentile: 50 })).toBeNull()
    expect(measuredThroughput(unstarted, 'requestThroughput')).toBeNull()
    expect(measuredThroughput(allFailed, 'requestThroughput')).toBeNull()
  })

  it('of throughput are those of the steady state, in a list and in a whole run', () => {
    const { config, summary } = generatedRun({ rate: 8, requests: 80 })
    const whole = { ...run, config: { ...run.config, ...config }, summary }
    const { factor } = steadyLoad(summary)
    expect(factor).toBeGreaterThan(1.05)
    const kept = steadyThroughput(whole, 'requestThroughput')
    expect(kept).toBeCloseTo(summary.requestThroughput * factor, 9)
    const listed = { ...runSummaryRowSchema.parse(whole), keptFactors: keptFactors(whole) }
    expect(steadyThroughput(listed, 'requestThroughput')).toBe(kept)
  })

  it('have no throughput if a run is too short to show that its rate was kept', () => {
    const { config, summary } = generatedRun({ rate: 10, requests: 20 })
    const whole = { ...run, config: { ...run.config, ...config }, summary }
    expect(steadyThroughput(whole, 'requestThroughput')).toBeNull()
    expect(steadyThroughput(whole, 'outputThroughput')).toBeNull()
    const listed = { ...runSummaryRowSchema.parse(whole), keptFactors: keptFactors(whole) }
    expect(steadyThroughput(listed, 'requestThroughput')).toBeNull()
    expect(steadyThroughput(listed, 'outputThroughput')).toBeNull()
  })

  it('have no rate, but tokens per second, if all requests are sent at once', () => {
    const burst = exampleRun({ config: { requestRate: 'inf', maxConcurrency: null } })
    expect(steadyThroughput(burst, 'requestThroughput')).toBeNull()
    expect(steadyThroughput(burst, 'outputThroughput')).toBe(500)
    const held = exampleRun({ config: { requestRate: 'inf', maxConcurrency: 4 } })
    expect(steadyThroughput(held, 'requestThroughput')).toBe(10)
  })

  it('are missing for percentiles that were not asked for', () => {
    expect(percentileMs(run, { metric: 'ttft', percentile: 95 })).toBeNull()
  })

  it('order all at once after every rate', () => {
    expect([rateNumber('inf'), rateNumber(64)]).toEqual([Infinity, 64])
  })
})
