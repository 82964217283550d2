import { describe, expect, it } from 'vitest'
import { exampleRun, exampleStats, exampleSummary } from './example-run.ts'
import { runSections } from './run-sections.ts'

const steadyState = {
  window: {
    startS: 2,
    endS: 11.5,
    durationS: 9.5,
    firstStartS: 0.5,
    targetConcurrency: 64,
    threshold: 0.95,
    thresholdConcurrency: 61,
    observedPeak: 64,
    requestsStarted: 100,
    requestsCompleted: 90,
    requestsTotal: 1200,
    isShort: true,
  },
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

describe('what only some runs have to tell', () => {
  it('is nothing for most of them', () => {
    expect(titles({})).toEqual([])
    expect(runSections(exampleRun({ summary: null }))).toEqual([])
  })

  it('is their steady state, with a doubt where it was short and dashes for what had no value', () => {
    const [section] = runSections(exampleRun({ summary: exampleSummary({ steadyState }) }))
    expect(section).toMatchObject({
      title: 'run.steady.title',
      doubt: 'run.steady.short',
      about: { values: { from: '2.00', to: '11.5', threshold: '61', total: '1,200' } },
    })
    expect(section?.figures.map(({ value }) => value)).toEqual([9.5, 500, 1500, 40, 90, null, null])
  })
})
