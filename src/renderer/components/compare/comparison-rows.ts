// Two runs compared in the window, and the texts of one metric and its differences.
import type { Run } from '#core/model/run/run.ts'
import { figureTraits, isLatency } from '#core/metrics/figures.ts'
import type { FigureShift } from '#core/stats/certainty/difference.ts'
import type { FigureIdentity } from '#core/compare/comparable-figures.ts'
import { type FigureComparison, compareTwoRuns } from '#core/compare/compare-runs.ts'
import type { Comparison } from '#core/compare/comparison.ts'
import type { StartSpreads } from '#core/compare/starts.ts'
import { exactUnit, latencyFormat, latencyUnit } from '#core/metrics/latency-unit.ts'
import { formatNumber, formatShare, unbroken } from '#core/base/numbers.ts'
import { signedPercent } from '#core/base/signed-percent.ts'
import { trueMinus } from '#core/base/true-minus.ts'
import type { Translate } from '../../i18n/i18n.ts'
import type { ExactUnit } from '../kit/number-in.ts'
import { statisticName } from '../sweep/plots/drawn-curves.ts'

type Subject = Pick<Run, 'config' | 'summary' | 'status' | 'imported'>

/** Null if either measured nothing. */
export function runComparison(
  base: Subject,
  other: Subject,
  spreads?: StartSpreads,
): Comparison<FigureComparison> | null {
  const [one, two] = [measured(base), measured(other)]
  return one === null || two === null ? null : compareTwoRuns(one, two, spreads)
}

function measured({ summary, ...run }: Subject) {
  return summary === null ? null : { ...run, summary }
}

export type FigureWords = Readonly<{
  name: string
  /** Empty if it is not a latency. */
  statistic: string
  /** Empty if the name includes it. */
  unit: string
  /** Unit of the exact value. */
  exactUnit: ExactUnit
  format: (value: number | null | undefined) => string
}>

/** Texts of values; latencies in the unit that suits their median. */
export function figureTexts(
  { name, percentile }: FigureIdentity,
  values: readonly (number | null)[],
  t: Translate,
): FigureWords {
  const { family, unit } = figureTraits[name]
  const reported = {
    name: t(isLatency(name) ? `charts.metric.${name}` : `metrics.${name}.title`),
    exactUnit: isLatency(name) ? exactUnit(name) : unit,
  }
  if (family !== 'latency') return { ...reported, statistic: '', unit: '', format: formats[family] }
  const shared = latencyUnit(values, isLatency(name) ? name : undefined)
  return {
    ...reported,
    statistic: statisticName(percentile, t),
    unit: shared.symbol,
    format: latencyFormat(shared),
  }
}

const formats = { throughput: formatNumber, amount: formatNumber, share: formatShare } as const

type Format = Pick<FigureWords, 'format'>

/** `+12.3 %`, or the absolute difference if the base is 0. */
export function differenceText(
  { share, difference }: Pick<FigureShift, 'share' | 'difference'>,
  row: Format,
): string {
  return share === null ? signed(difference, row.format) : changeText(share)
}

/** `+8.1 % … +16.5 %`; empty if unknown. */
export function differenceInterval(
  { interval, shareInterval }: Pick<FigureShift, 'interval' | 'shareInterval'>,
  row: Format,
): string {
  if (shareInterval !== null)
    return `${changeText(shareInterval.low)} … ${changeText(shareInterval.high)}`
  if (interval === null) return ''
  return `${signed(interval.low, row.format)} … ${signed(interval.high, row.format)}`
}

export function changeText(share: number): string {
  return unbroken(trueMinus(signedPercent(share)))
}

function signed(value: number, format: (value: number) => string): string {
  return `${value > 0 ? '+' : ''}${format(value)}`
}
