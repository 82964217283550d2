// One run against another, as text: the sentence, what stands against it, and a table of figures.
import { inEnglish } from '../../messages/message.ts'
import { judgementText } from '../../judgement/reason-text.ts'
import { judgeRun } from '../../judgement/judge-run.ts'
import { figureTraits } from '../../metrics/figures.ts'
import { latencyLabels, metricNames, statisticName } from '#core/metrics/latencies.ts'
import type { ComparedFigure } from '../../stats/compare/compare-runs.ts'
import { compareTwoRuns, type ComparedRun } from '../../stats/compare/compare-two-runs.ts'
import { headline } from '../../stats/compare/headline.ts'
import { figureInSentence } from '../../stats/compare/headline-texts.ts'
import type { Comparison, Judged } from '../../stats/compare/comparison.ts'
import { shownVerdict, verdictText } from '../../stats/compare/verdict-text.ts'
import { csvText, type CsvColumn } from '../csv/csv.ts'
import { figureText } from './figure-text.ts'
import { textTable, type TextColumn } from './text-table.ts'

export type NamedRun = ComparedRun & Readonly<{ id: string; name: string }>

type RunComparison = Readonly<{
  base: NamedRun
  other: NamedRun
  comparison: Comparison<ComparedFigure>
}>

export function comparisonsWith(base: NamedRun, others: readonly NamedRun[]): RunComparison[] {
  return others.map((other) => ({ base, other, comparison: compareTwoRuns(base, other) }))
}

function worthText(run: NamedRun): string {
  return inEnglish(judgementText(judgeRun(run)))
}

export function comparisonText({ base, other, comparison }: RunComparison): string {
  return [
    `${other.name} against ${base.name}`,
    headline(comparison, 'en'),
    `base: ${worthText(base)}; other: ${worthText(other)}`,
    comparedFiguresText(comparison),
  ].join('\n')
}

export function comparedFiguresText({ figures }: Comparison<ComparedFigure>): string {
  return textTable(columns, figures)
}

type Figure = Judged<ComparedFigure>

const columns: readonly TextColumn<Figure>[] = [
  { head: ['figure'], align: 'left', cell: figureTitle },
  { head: ['base'], cell: ({ name, base }) => figureText(name, base.value) },
  { head: ['other'], cell: ({ name, other }) => figureText(name, other.value) },
  { head: ['difference'], cell: ({ share }) => shareText(share) },
  { head: ['99 % interval'], cell: intervalText },
  { head: ['verdict'], align: 'left', cell: (figure) => verdictText[shownVerdict(figure)] },
]

function figureTitle({ name, percentile }: Pick<Figure, 'name' | 'percentile'>): string {
  const { unit } = figureTraits[name]
  const latency = metricNames.find((metric) => metric === name)
  if (latency !== undefined) return `${statisticName(percentile)} ${latencyLabels[latency]} ms`
  return [figureInSentence(name, 'en'), unit].filter(Boolean).join(' ')
}

export function intervalText({ shareInterval }: Pick<Figure, 'shareInterval'>): string {
  if (shareInterval === null) return '–'
  return `${shareText(shareInterval.low)} … ${shareText(shareInterval.high)}`
}

export function shareText(share: number | null): string {
  if (share === null) return '–'
  return `${share > 0 ? '+' : ''}${(share * 100).toFixed(1)} %`
}

/** Every figure; differences in the unit of the figure. */
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
  { name: 'base', cell: ({ figure }) => figure.base.value },
  { name: 'other', cell: ({ figure }) => figure.other.value },
  { name: 'difference', cell: ({ figure }) => figure.difference },
  { name: 'difference_low', cell: ({ figure }) => figure.interval?.low ?? null },
  { name: 'difference_high', cell: ({ figure }) => figure.interval?.high ?? null },
  { name: 'share', cell: ({ figure }) => figure.share },
  { name: 'share_low', cell: ({ figure }) => figure.shareInterval?.low ?? null },
  { name: 'share_high', cell: ({ figure }) => figure.shareInterval?.high ?? null },
  { name: 'verdict', cell: ({ figure }) => figure.verdict },
  { name: 'no_verdict_because', cell: ({ figure }) => figure.withheld },
]

/** For programs: what every surface says, and the figures behind it. */
export function comparisonsJson(comparisons: readonly RunComparison[]): string {
  const shown = comparisons.map(({ base, other, comparison }) => ({
    base: { id: base.id, name: base.name },
    other: { id: other.id, name: other.name },
    headline: headline(comparison, 'en'),
    usable: { base: comparison.base.isUsable, other: comparison.other.isUsable },
    differences: comparison.differences,
    figures: comparison.figures,
  }))
  return `${JSON.stringify(shown, null, 2)}\n`
}
