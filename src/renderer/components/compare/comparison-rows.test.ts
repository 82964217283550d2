import { describe, expect, it } from 'vitest'
import type { Certainty } from '#core/model/run/certainty.ts'
import type { Run } from '#core/model/run/run.ts'
import { exampleRun, exampleStats, exampleSummary } from '../run/example-run.test-support.ts'
import {
  comparisonRows,
  differenceInterval,
  differenceText,
  runComparison,
} from './comparison-rows.ts'
import { keyAsText } from '../../i18n/key-as-text.test-support.ts'

/** A run whose mean TTFT is known to within a millisecond. */
function runWith(ttftMs: number) {
  const certainty: Certainty = {
    figures: [
      {
        ...{ metric: 'ttft', percentile: null, fewestValues: 16 },
        intervalMs: { low: ttftMs - 1, high: ttftMs + 1 },
      },
    ],
    throughput: null,
    goodShare: null,
    rate: null,
    pace: null,
    littlesLawRatio: null,
    steadiness: null,
    stalls: { worstS: 0, gaps: 0, requests: 0 },
  }
  const metrics = { ...exampleSummary().metrics, ttft: exampleStats(ttftMs, 2 * ttftMs) }
  return exampleRun({ summary: exampleSummary({ metrics, certainty }) })
}

function rowsOf(base: Run, others: readonly Run[]) {
  const comparisons = others.map((other) => runComparison(base, other))
  return comparisonRows(base, comparisons, keyAsText)
}

function ttftRow(baseMs: number, ...othersMs: number[]) {
  const rows = rowsOf(runWith(baseMs), othersMs.map(runWith))
  const row = rows.find(({ key }) => key === 'ttft/mean')
  if (row === undefined) throw new Error('no row of the mean TTFT')
  return { rows, row }
}

describe('a comparison', () => {
  it('has a row for each figure of the base, with a cell for each other run', () => {
    const { rows, row } = ttftRow(40, 50, 40)
    expect(rows.map(({ key }) => key)).toContain('outputThroughput/mean')
    expect(row).toMatchObject({ name: 'charts.metric.ttft', statistic: 'charts.mean', unit: 'ms' })
    expect(rows.find(({ key }) => key === 'requestThroughput/mean')?.exactUnit).toBe('req/s')
    expect(row.others.map((other) => other?.verdict)).toEqual(['worse', 'unclear'])
  })

  it('shows the difference in shares of the base, with its interval', () => {
    const { row } = ttftRow(40, 50)
    const [other] = row.others
    expect(other && differenceText(other, row)).toBe('+25.0\u00a0%')
    expect(other && differenceInterval(other, row)).toMatch(/^\+11\.2\s% … \+40\.5\s%$/)
  })

  it('writes a minus where a figure fell', () => {
    const { row } = ttftRow(50, 40)
    const [other] = row.others
    expect(other && differenceText(other, row)).toBe('−20.0\u00a0%')
  })

  it('has nothing for a run without a summary', () => {
    const rows = rowsOf(runWith(40), [exampleRun({ summary: null })])
    expect(rows.every(({ others }) => others[0] === null)).toBe(true)
    expect(rowsOf(exampleRun({ summary: null }), [runWith(40)])).toEqual([])
  })
})
