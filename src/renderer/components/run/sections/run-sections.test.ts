import { describe, expect, it } from 'vitest'
import { generatedRun } from '#core/stats/fixtures/generated-run.ts'
import { telemetrySummarySchema } from '#core/model/run/telemetry.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { ServerActivity } from '#core/model/server-activity.ts'
import { exampleSteadyWindow } from '#core/report/example-run.test-support.ts'
import { exampleRun, exampleStats, exampleSummary } from '../example-run.test-support.ts'
import { runSections } from './run-sections.ts'

const steadyState = {
  window: { ...exampleSteadyWindow, requestsTotal: 1200 },
  requestThroughput: 9.5,
  inputThroughput: 1000,
  outputThroughput: 500,
  totalTokenThroughput: 1500,
  ttft: exampleStats(40, 90),
  tpot: { ...exampleStats(0, 0), count: 0 },
}

function titles(summary: Parameters<typeof exampleSummary>[0]) {
  return runSections(exampleRun({ summary: exampleSummary(summary) })).map(({ title }) => title)
}

describe('sections that only some runs have', () => {
  it('is nothing for most of them', () => {
    expect(titles({})).toEqual([])
    expect(runSections(exampleRun({ summary: null }))).toEqual([])
  })

  it('is their steady state, with an issue where it was short and dashes for what had no value', () => {
    const [section] = runSections(exampleRun({ summary: exampleSummary({ steadyState }) }))
    expect(section).toMatchObject({
      title: 'run.steady.title',
      issue: 'run.steady.short',
      about: { values: { from: '2.00', to: '11.5', threshold: '61', total: '1,200' } },
    })
    expect(section?.figures.map(({ value }) => value)).toEqual([9.5, 500, 1500, 40, 90, null, null])
  })

  it('is no steady state while requests pile up, and has no latency with their wait', () => {
    const subject = generatedRun({ rate: 20, served: 10 })
    const [section] = runSections(exampleRun(subject))
    expect(section?.issue).toBe('run.steady.grows')
    expect(section?.figures.map(({ values }) => values?.['metric'])).not.toContain('TTFT')
  })

  it('is its probes, with dashes where all of them failed', () => {
    const e2el = { medianMs: 20, p99Ms: 31, maxMs: 33 }
    const valuesOf = (probes: RunSummary['probes']) =>
      runSections(exampleRun({ summary: exampleSummary({ probes }) })).map(({ figures }) =>
        figures.map(({ value }) => value),
      )
    expect(valuesOf({ completed: 11, failed: 1, e2el })).toEqual([[11, 1, 20, 31, 33]])
    expect(valuesOf({ completed: 0, failed: 4, e2el: null })).toEqual([[0, 4, null, null, null]])
  })

  it('is what the server counted of itself, with an issue where it knew new prompts already', () => {
    const server: ServerActivity = {
      prefixCache: { queries: 1000, hits: 250, repeated: 30 },
      latencies: { e2el: { count: 2000, meanMs: 1, p99AtMostMs: 500 } },
    }
    const summary = exampleSummary({ server })
    const shown = runSections(exampleRun({ summary })).map(({ title, issue, figures }) => [
      title,
      issue,
      figures.map(({ value }) => value),
    ])
    expect(shown).toEqual([
      ['run.server.prefixCache.title', 'run.server.prefixCache.warm', [0.25, 1000, 250, 30]],
    ])
    const ofPeople = runSections(exampleRun({ summary, config: { datasetName: 'sharegpt' } }))
    expect(ofPeople.map(({ issue }) => issue)).toEqual([null])
  })
})

describe('what was sampled meanwhile', () => {
  const gpu = {
    ...{ count: 2, powerW: { mean: 800, max: 1400 } },
    ...{ utilizationPercent: null, maxMemoryUsedMiB: 71_680, maxTemperatureC: 63 },
    ...{ smClockMhz: { mean: 1700, min: 1620 } },
    throttling: [{ reason: 'power cap', share: 0.5 }],
  }
  const server = {
    ...{ requestsRunning: { mean: 3.5, max: 8 }, requestsWaiting: null },
    ...{ kvCachePercent: { mean: 20, max: 45 }, preemptions: 0 },
  }

  it.each([
    ['a server without GPUs', { server, gpu: null }, [3.5, null, null, 45, 0]],
    ['GPUs', { server: null, gpu }, [2, null, 800, 1400, 70, 1620, 63, 0.5]],
  ])('is a section of its own: %s', (_, sampled, values) => {
    const telemetry = telemetrySummarySchema.parse(sampled)
    const [section] = runSections(exampleRun({ summary: exampleSummary({ telemetry }) }))
    expect(section?.title).toBe('telemetry.summary.title')
    const own = section?.figures.filter(({ name }) => name.startsWith('telemetry.'))
    expect(own?.map(({ value }) => value)).toEqual(values)
  })
})
