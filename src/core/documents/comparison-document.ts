// Comparison of runs, or of configurations of a sweep, as a document: title, sentences, table of figures. Terminal, agents, saved
// reports, CSV and JSON use it.
import type { Language } from '../messages/languages.ts'
import {
  clauses,
  inEnglish,
  listed,
  message,
  type Message,
  type Text,
  textIn,
} from '../messages/message.ts'
import { judgementText } from '../judgement/reason-text.ts'
import { judgeRun } from '../judgement/judge-run.ts'
import { type FigureName, figureTraits, inItsUnit } from '../metrics/figures.ts'
import { columnLatencies } from '#core/metrics/latencies.ts'
import type { Run } from '#core/model/run/run.ts'
import type { Sweep } from '#core/model/sweep.ts'
import type { FigureEstimate, Interval } from '../stats/certainty/interval.ts'
import { tailPercentile } from '../stats/tail-percentiles.ts'
import { type ComparedRun, compareTwoRuns } from '#core/compare/compare-runs.ts'
import { headline, headlineNames } from '#core/compare/headline.ts'
import type { StartSpreads } from '#core/compare/starts.ts'
import { type Configuration, configurationName } from '../sweep/configurations.ts'
import type { ComparedConfiguration } from '../sweep/compare-to-configuration.ts'
import { loadText } from '#core/sweep/knee-text.ts'
import { serverDifferences } from '../sweep/sweep-differences.ts'
import { type LoadUnit, heldBy } from '#core/traits/load-traits.ts'
import { jsonText } from '#core/base/printable.ts'
import { type CsvColumn, csvText } from './csv.ts'
import { tableText } from './table.ts'
import {
  type Figure,
  comparisonTable,
  type Pair,
  type Row,
  rowsOf,
  valueOf,
} from './compared-figures.ts'

export type NamedRun = ComparedRun & Pick<Run, 'id' | 'name' | 'serverName' | 'facts' | 'launch'>

type ComparedConfigurations = Readonly<{
  sweep: Pick<Sweep, 'plan' | 'servers'>
  base: Configuration
  compared: readonly ComparedConfiguration[]
}>

export type ComparisonDocument = Readonly<{
  of: 'runs' | 'configurations'
  title: Text
  pairs: readonly Pair[]
  notes: readonly Text[]
  /** Selects the figures that a reader compares first. */
  isShown: (figure: Figure) => boolean
}>

/** One document per other run. `spreads` has the order of `others`. */
export function runComparisons(
  base: NamedRun,
  others: readonly NamedRun[],
  spreads: readonly StartSpreads[] = [],
): ComparisonDocument[] {
  return others.map((other, at) => {
    const comparison = compareTwoRuns(base, other, spreads[at])
    const worth = { base: judgementText(judgeRun(base)), other: judgementText(judgeRun(other)) }
    return {
      of: 'runs',
      title: message('tables.against', { other: other.name, base: base.name }),
      pairs: [{ base: nameOf(base), other: nameOf(other), load: null, comparison }],
      notes: [message('tables.worth', worth), ...serversText(base, other)],
      isShown: () => true,
    }
  })
}

/** Empty if the servers are alike. */
function serversText(base: NamedRun, other: NamedRun): Message[] {
  const differences = serverDifferences(base, other)
  const parts = differences.map(({ name, ...values }) =>
    message('tables.serverDiffers', { name, base: short(values.base), other: short(values.other) }),
  )
  return parts.length === 0 ? [] : [message('tables.serversDiffer', { list: listed(parts) })]
}

const longestValue = 60

/** A launch command may be longer than the table. */
function short(value: string): string {
  return value.length <= longestValue ? value : `${value.slice(0, longestValue - 1).trimEnd()}…`
}

function nameOf({ id, name }: NamedRun): Pair['base'] {
  return { id, name }
}

/** One document per other configuration. Its table omits rarely used metrics. */
export function configurationComparisons({
  sweep,
  base: baseConfiguration,
  compared,
}: ComparedConfigurations): ComparisonDocument[] {
  const held = heldBy(sweep.plan.config)
  const tail = tailPercentile(sweep.plan.config.metricPercentiles)
  const base = configurationTitle(baseConfiguration, sweep)
  return compared.map(({ configuration, loads }) => {
    const other = configurationTitle(configuration, sweep)
    const title = message('tables.against', { other, base })
    return {
      of: 'configurations',
      title: loads.length === 0 ? message('tables.noSharedLoad', { title }) : title,
      pairs: loadPairs(loads, { base, other, held }),
      notes: [],
      isShown: ({ name, percentile }) =>
        shownFigures.has(name) && (percentile === null || percentile === tail),
    }
  })
}

/** One pair per load at which both sides were measured. */
export function loadPairs(
  loads: ComparedConfiguration['loads'],
  { base, other, held }: Readonly<{ base: Text; other: Text; held: LoadUnit }>,
): Pair[] {
  return loads.map(({ comparison, ...load }) => {
    return { base: { name: base }, other: { name: other }, load: { ...load, held }, comparison }
  })
}

const shownFigures = new Set<FigureName>([...headlineNames, ...columnLatencies])

export function configurationTitle(
  configuration: Configuration,
  sweep: ComparedConfigurations['sweep'],
): Text {
  const name = configurationName(configuration, sweep)
  return name === '' ? message('tables.onlyConfiguration') : name
}

/** `seats 4 against seats 64, 8 req/s` */
export function pairTitle({ base, other, load }: Pair): Text {
  const title = message('tables.against', { other: other.name, base: base.name })
  return load === null ? title : clauses([title, loadText(load, load.held)])
}

/** For terminals and agents. */
export function comparisonText(
  { title, pairs, notes, isShown }: ComparisonDocument,
  language: Language = 'en',
): string {
  const headlines = pairs.map(({ load, comparison }) => {
    const text = headline(comparison, language)
    return load === null ? text : message('common.at', { place: loadText(load, load.held), text })
  })
  return [
    ...[title, ...headlines, ...notes].map((text) => textIn(language, text)),
    ...(pairs.length === 0
      ? []
      : [tableText(comparisonTable(title, [pairs], { language, isShown }), language)]),
  ].join('\n')
}

/** Every metric of every pair; differences are in the metric's unit. */
export function comparisonsCsv(documents: readonly ComparisonDocument[]): string {
  const rows = documents.flatMap(({ pairs }) => pairs.flatMap(rowsOf))
  const isOfRuns = documents.every((document) => document.of === 'runs')
  return csvText(isOfRuns ? runColumns : configurationColumns, rows)
}

const sharedColumns = {
  before: [
    { name: 'figure', cell: ({ figure }) => figure.name },
    { name: 'percentile', cell: ({ figure }) => figure.percentile },
  ],
  values: [
    { name: 'base', cell: inUnit(({ base }) => valueOf(base)) },
    { name: 'other', cell: inUnit(({ other }) => valueOf(other)) },
    { name: 'difference', cell: inUnit(({ difference }) => difference) },
    { name: 'difference_low', cell: inUnit(({ interval }) => interval?.low) },
    { name: 'difference_high', cell: inUnit(({ interval }) => interval?.high) },
  ],
  after: [
    { name: 'verdict', cell: ({ figure }) => figure.verdict },
    { name: 'no_verdict_because', cell: ({ figure }) => figure.withheld },
  ],
} satisfies Record<string, readonly CsvColumn<Row>[]>

const runColumns: readonly CsvColumn<Row>[] = [
  { name: 'base_run', cell: ({ base }) => inEnglish(base.name) },
  { name: 'other_run', cell: ({ other }) => inEnglish(other.name) },
  ...sharedColumns.before,
  { name: 'unit', cell: ({ figure }) => figureTraits[figure.name].unit },
  ...sharedColumns.values,
  { name: 'share', cell: ({ figure }) => figure.share },
  { name: 'share_low', cell: ({ figure }) => figure.shareInterval?.low ?? null },
  { name: 'share_high', cell: ({ figure }) => figure.shareInterval?.high ?? null },
  ...sharedColumns.after,
]

const configurationColumns: readonly CsvColumn<Row>[] = [
  { name: 'base_arm', cell: ({ base }) => inEnglish(base.name) },
  { name: 'other_arm', cell: ({ other }) => inEnglish(other.name) },
  { name: 'request_rate', cell: ({ load }) => load?.requestRate ?? null },
  { name: 'max_concurrency', cell: ({ load }) => load?.maxConcurrency ?? null },
  ...sharedColumns.before,
  { name: 'unit', cell: ({ figure }) => unitOf(figure) },
  ...sharedColumns.values,
  { name: 'base_runs', cell: ({ figure }) => figure.runs?.base ?? null },
  { name: 'other_runs', cell: ({ figure }) => figure.runs?.other ?? null },
  { name: 'paired', cell: ({ figure }) => String(figure.isPaired) },
  ...sharedColumns.after,
]

function unitOf({ name }: Figure): string {
  const { family, unit } = figureTraits[name]
  if (family === 'share') return 'share'
  return family === 'throughput' ? '1/s' : unit
}

function inUnit(value: (figure: Figure) => number | undefined): CsvColumn<Row>['cell'] {
  return ({ figure }) => {
    const found = value(figure)
    return found === undefined ? null : inItsUnit(figure.name, found)
  }
}

/** Conclusions shared by all surfaces, with their values, for programs. */
export function comparisonsJson(documents: readonly ComparisonDocument[]): string {
  const pairs = documents.flatMap((document) => document.pairs)
  return jsonText(
    pairs.map(({ base, other, load, comparison }) => ({
      ...(load === null
        ? { base, other }
        : {
            base: inEnglish(base.name),
            other: inEnglish(other.name),
            requestRate: load.requestRate,
            maxConcurrency: load.maxConcurrency,
          }),
      headline: headline(comparison, 'en'),
      usable: { base: comparison.base.isUsable, other: comparison.other.isUsable },
      differences: comparison.differences,
      ...(load === null && { startSpreads: comparison.startSpreads }),
      figures: comparison.figures.map(figureInUnits),
    })),
  )
}

function figureInUnits(figure: Figure): Figure {
  const { name, base, other, difference, interval } = figure
  const inUnits = (side: number | FigureEstimate) =>
    typeof side === 'number'
      ? inItsUnit(name, side)
      : { value: inItsUnit(name, side.value), interval: intervalInUnits(name, side.interval) }
  return {
    ...figure,
    difference: inItsUnit(name, difference),
    interval: intervalInUnits(name, interval),
    base: inUnits(base),
    other: inUnits(other),
  }
}

function intervalInUnits(name: FigureName, interval: Interval | null): Interval | null {
  if (interval === null) return null
  return { low: inItsUnit(name, interval.low), high: inItsUnit(name, interval.high) }
}
