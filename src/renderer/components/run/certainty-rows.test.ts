import { describe, expect, it } from 'vitest'
import type { Certainty } from '#core/model/run/certainty.ts'
import { certaintyFigures, certaintyRows } from './certainty-rows.ts'
import { exampleRun, exampleSummary } from './example-run.test-support.ts'

const certainty: Certainty = {
  figures: [
    { metric: 'ttft', percentile: null, intervalMs: { low: 38, high: 42 }, fewestValues: 16 },
    { metric: 'ttft', percentile: 50, intervalMs: { low: 39, high: 42 }, fewestValues: 6 },
    { metric: 'ttft', percentile: 99, intervalMs: null, fewestValues: 368 },
    { metric: 'e2el', percentile: 99, intervalMs: { low: 1400, high: 1700 }, fewestValues: 368 },
    { metric: 'e2el', percentile: 90, intervalMs: { low: 1, high: 2 }, fewestValues: 36 },
  ],
  throughput: null,
  goodShare: null,
  steadiness: null,
  rate: { asked: 10, sent: 9.5, answered: null },
  pace: null,
  littlesLawRatio: 1.02,
  stalls: { worstS: 0.75, gaps: 3, requests: 2 },
}

describe('how sure a run is', () => {
  const rows = certaintyRows(exampleRun({ summary: exampleSummary({ certainty }) }))

  it('is a row for each figure the run has, the median asked for or not, with its interval', () => {
    expect(rows).toMatchObject([
      {
        name: 'charts.metric.ttft',
        percentile: null,
        measuredMs: 40,
        intervalMs: [38, 42],
        spread: 0.05,
      },
      { percentile: 'p50', measuredMs: 40, intervalMs: [39, 42] },
      { percentile: 'p99', measuredMs: 90, intervalMs: null, spread: null, needed: 368 },
      { name: 'charts.metric.e2el', unit: { symbol: 'ms' }, spread: 0.1, needed: null },
    ])
  })

  it('is nothing for runs that do not say', () => {
    expect(certaintyRows(exampleRun())).toEqual([])
    expect(certaintyRows(exampleRun({ summary: null }))).toEqual([])
  })

  it('comes with rates, the check of the records, and stalls', () => {
    expect(certaintyFigures(certainty).map(({ value }) => value)).toEqual([
      10,
      9.5,
      null,
      1.02,
      750,
      3,
    ])
    const closed = { ...certainty, rate: null, littlesLawRatio: null }
    expect(certaintyFigures(closed).map(({ value }) => value)).toEqual([750, 3])
  })
})
