// Comparison of two runs as text: the conclusion, the objections to it, and a table of metrics.
import type { Language } from '../messages/languages.ts'
import { message, textIn } from '../messages/message.ts'
import { judgementText } from '../judgement/reason-text.ts'
import { judgeRun } from '../judgement/judge-run.ts'
import { type FigureName, figureTraits, inItsUnit, isLatency } from '../metrics/figures.ts'
import type { Interval } from '../stats/certainty/interval.ts'
import { statisticName } from '#core/metrics/latencies.ts'
import {
  type FigureComparison,
  type ComparedRun,
  compareTwoRuns,
} from '#core/compare/compare-runs.ts'
import { figureInSentence, headline, verdictText } from '#core/compare/headline.ts'
import type { Comparison, WithVerdict } from '#core/compare/comparison.ts'
import type { StartSpreads } from '#core/compare/starts.ts'
import { signedPercent } from '#core/base/signed-percent.ts'
import { jsonText } from '#core/base/printable.ts'
import { csvText, type CsvColumn } from './csv.ts'
import { figureText } from './figure-text.ts'
import type { Column } from './table.ts'
import { textTable } from './text-table.ts'

export type NamedRun = ComparedRun & Readonly<{ id: string; name: string }>

type RunComparison = Readonly<{
  base: NamedRun
  other: NamedRun
  comparison: Comparison<FigureComparison>
}>

/** `spreads` has the order of `others`. */
export function comparisonsWith(
  base: NamedRun,
  others: readonly NamedRun[],
  spreads: readonly StartSpreads[] = [],
): RunComparison[] {
  return others.map((other, at) => ({
    base,
    other,
    comparison: compareTwoRuns(base, other, spreads[at]),
  }))
}

export function comparisonText(
  { base, other, comparison }: RunComparison,
  language: Language = 'en',
): string {
  const worth = { base: judgementText(judgeRun(base)), other: judgementText(judgeRun(other)) }
  return [
    textIn(language, message('tables.against', { other: other.name, base: base.name })),
    headline(comparison, language),
    textIn(language, message('tables.worth', worth)),
    comparedFiguresText(comparison, language),
  ].join('\n')
}

export function comparedFiguresText(
  { figures }: Comparison<FigureComparison>,
  language: Language,
): string {
  return textTable(columnsIn(language), figures, language)
}

type Figure = WithVerdict<FigureComparison>

const columnsIn = (language: Language): readonly Column<Figure>[] => [
  {
    head: [message('tables.figure')],
    align: 'left',
    cell: (figure) => figureTitle(figure, language),
  },
  { head: [message('tables.base')], cell: ({ name, base }) => figureText(name, base.value) },
  { head: [message('tables.other')], cell: ({ name, other }) => figureText(name, other.value) },
  { head: [message('tables.difference')], cell: ({ share }) => shareText(share) },
  { head: [message('tables.interval99')], cell: intervalText },
  { head: [message('tables.verdict')], align: 'left', cell: verdictText },
]

function figureTitle(
  { name, percentile }: Pick<Figure, 'name' | 'percentile'>,
  language: Language,
): string {
  const { unit } = figureTraits[name]
  const statistic = isLatency(name) ? statisticName(percentile) : ''
  return [statistic, figureInSentence(name, language), unit].filter(Boolean).join(' ')
}

export function intervalText({ shareInterval }: Pick<Figure, 'shareInterval'>): string {
  if (shareInterval === null) return '–'
  return `${shareText(shareInterval.low)} … ${shareText(shareInterval.high)}`
}

export function shareText(share: number | null): string {
  return share === null ? '–' : signedPercent(share)
}

/** Every metric; differences in the unit of the metric. */
export function comparisonsCsv(comparisons: readonly RunComparison[]): string {
  return csvText(
    csvColumns,
    comparisons.flatMap((each) => each.comparison.figures.map((figure) => ({ ...each, figure }))),
  )
}

const csvColumns: readonly CsvColumn<RunComparison & Readonly<{ figure: Figure }>>[] = [
  { name: 'base_run', cell: ({ base }) => base.name },
  { name: 'other_run', cell: ({ other }) => other.name },
  { name: 'figure', cell: ({ figure }) => figure.name },
  { name: 'percentile', cell: ({ figure }) => figure.percentile },
  { name: 'unit', cell: ({ figure }) => figureTraits[figure.name].unit },
  { name: 'base', cell: inUnit(({ base }: Figure) => base.value) },
  { name: 'other', cell: inUnit(({ other }: Figure) => other.value) },
  { name: 'difference', cell: inUnit(({ difference }: Figure) => difference) },
  { name: 'difference_low', cell: inUnit(({ interval }: Figure) => interval?.low) },
  { name: 'difference_high', cell: inUnit(({ interval }: Figure) => interval?.high) },
  { name: 'share', cell: ({ figure }) => figure.share },
  { name: 'share_low', cell: ({ figure }) => figure.shareInterval?.low ?? null },
  { name: 'share_high', cell: ({ figure }) => figure.shareInterval?.high ?? null },
  { name: 'verdict', cell: ({ figure }) => figure.verdict },
  { name: 'no_verdict_because', cell: ({ figure }) => figure.withheld },
]

/** Cell in the unit of its metric. */
export function inUnit<Compared extends Readonly<{ name: FigureName }>>(
  valueOf: (figure: Compared) => number | undefined,
) {
  return ({ figure }: Readonly<{ figure: Compared }>) => {
    const value = valueOf(figure)
    return value === undefined ? null : inItsUnit(figure.name, value)
  }
}

function figureInUnits(figure: Figure): Figure {
  const { name, base, other } = figure
  return {
    ...{ ...figure, ...differenceInUnits(figure) },
    base: { value: inItsUnit(name, base.value), interval: intervalInUnits(name, base.interval) },
    other: { value: inItsUnit(name, other.value), interval: intervalInUnits(name, other.interval) },
  }
}

/** Absolute difference of a compared metric. */
export function differenceInUnits({
  name,
  difference,
  interval,
}: Pick<Figure, 'name' | 'difference' | 'interval'>) {
  return {
    difference: inItsUnit(name, difference),
    interval: intervalInUnits(name, interval),
  }
}

function intervalInUnits(name: FigureName, interval: Interval | null): Interval | null {
  if (interval === null) return null
  return { low: inItsUnit(name, interval.low), high: inItsUnit(name, interval.high) }
}

/** Conclusion as on every surface, with the values behind it, for programs. */
export function comparisonsJson(comparisons: readonly RunComparison[]): string {
  const shown = comparisons.map(({ base, other, comparison }) => ({
    base: { id: base.id, name: base.name },
    other: { id: other.id, name: other.name },
    headline: headline(comparison, 'en'),
    usable: { base: comparison.base.isUsable, other: comparison.other.isUsable },
    differences: comparison.differences,
    startSpreads: comparison.startSpreads,
    figures: comparison.figures.map(figureInUnits),
  }))
  return jsonText(shown)
}
