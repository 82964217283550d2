import { describe, expect, it } from 'vitest'
import { figureKey } from '#core/compare/comparable-figures.ts'
import type { Certainty } from '#core/model/run/certainty.ts'
import { exampleRun, exampleStats, exampleSummary } from '../run/example-run.test-support.ts'
import {
  differenceInterval,
  differenceText,
  figureTexts,
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

function shiftOf(baseMs: number, otherMs: number) {
  const comparison = runComparison(runWith(baseMs), runWith(otherMs))
  const shift = comparison?.figures.find((figure) => figureKey(figure) === 'ttft/mean')
  if (shift === undefined) throw new Error('the mean TTFT is not compared')
  return { shift, words: figureTexts(shift, [baseMs, otherMs], keyAsText) }
}

describe('a comparison', () => {
  it('writes a latency in the unit of its values', () => {
    expect(shiftOf(40, 50).words).toMatchObject({
      ...{ name: 'charts.metric.ttft', statistic: 'charts.mean', unit: 'ms' },
    })
    expect(shiftOf(4000, 5000).words.unit).toBe('s')
  })

  it('shows the difference in shares of the base, with its interval', () => {
    const { shift, words } = shiftOf(40, 50)
    expect(differenceText(shift, words)).toBe('+25.0\u00a0%')
    expect(differenceInterval(shift, words)).toMatch(/^\+11\.2\s% … \+40\.5\s%$/)
  })

  it('writes a minus where a figure fell', () => {
    const { shift, words } = shiftOf(50, 40)
    expect(differenceText(shift, words)).toBe('−20.0\u00a0%')
  })

  it('is none for a run without a summary', () => {
    const unmeasured = exampleRun({ summary: null })
    expect(runComparison(runWith(40), unmeasured)).toBeNull()
    expect(runComparison(unmeasured, runWith(40))).toBeNull()
  })
})
