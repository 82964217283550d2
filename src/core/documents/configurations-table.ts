// Configurations of a sweep compared with one of them, as a table to read and as one to compute with.
import { comparedScalars, figureTraits, type FigureName, inItsUnit } from '../metrics/figures.ts'
import { scalarOf } from '../metrics/scalar-names.ts'
import { columnLatencies, statisticName } from '#core/metrics/latencies.ts'
import { type ConcurrencyUnit, heldBy } from '#core/traits/load-traits.ts'
import type { Sweep } from '#core/model/sweep.ts'
import { tailPercentile } from '../stats/tail-percentiles.ts'
import { type Configuration, configurationName } from '../sweep/configurations.ts'
import type { Language } from '../messages/languages.ts'
import { inEnglish, message, type Text, textIn } from '../messages/message.ts'
import { loadText } from '#core/sweep/knee-text.ts'
import { headline, verdictText } from '#core/compare/headline.ts'
import { differenceInUnits, intervalText, inUnit, shareText } from './comparison-table.ts'
import type { ComparedConfiguration, ComparedLoad } from '../sweep/compare-to-configuration.ts'
import { jsonText } from '#core/base/printable.ts'
import { csvText, type CsvColumn } from './csv.ts'
import { figureText, latencyHead } from './figure-text.ts'
import type { Column } from './table.ts'
import { textTable } from './text-table.ts'

type SweepServers = Pick<Sweep, 'plan' | 'servers'>

export type ConfigurationComparison = Readonly<{
  sweep: SweepServers
  base: Configuration
  compared: readonly ComparedConfiguration[]
}>

type Row = Readonly<{ load: ComparedLoad; figure: ComparedLoad['comparison']['figures'][number] }>

/** One table for each other configuration, under its name; rarely used metrics are omitted. */
export function configurationTables(
  { sweep, base, compared }: ConfigurationComparison,
  language: Language = 'en',
): string[] {
  const tail = tailPercentile(sweep.plan.config.metricPercentiles)
  const held = heldBy(sweep.plan.config)
  return compared.map(({ configuration, loads }) => {
    const title = message('tables.against', {
      other: configurationTitle(configuration, sweep),
      base: configurationTitle(base, sweep),
    })
    if (loads.length === 0) return textIn(language, message('tables.noSharedLoad', { title }))
    const head = textIn(language, title)
    const rows = rowsOf(loads).filter(({ figure }) => isShown(figure, tail))
    const hasLimit = loads.some(({ maxConcurrency }) => maxConcurrency !== null)
    const columns = [rateColumn, ...(hasLimit ? [limitColumn(held)] : []), ...textColumns]
    return [head, ...headlines(loads, held, language), textTable(columns, rows, language)].join(
      '\n',
    )
  })
}

/** One sentence per load. */
function headlines(
  loads: readonly ComparedLoad[],
  held: ConcurrencyUnit,
  language: Language,
): string[] {
  return loads.map((load) => {
    const text = headline(load.comparison, language)
    return textIn(language, message('common.at', { place: loadText(load, held), text }))
  })
}

export function configurationTitle(configuration: Configuration, sweep: SweepServers): Text {
  const name = configurationName(configuration, sweep)
  return name === '' ? message('tables.onlyConfiguration') : name
}

/** Titles of metrics with their own row in the printed table. */
const titles: Readonly<Partial<Record<FigureName, string>>> = {
  ...Object.fromEntries(
    comparedScalars.flatMap((name) => {
      const title = scalarOf(name).compared?.row
      return title === undefined ? [] : [[name, title]]
    }),
  ),
  ...Object.fromEntries(columnLatencies.map((name) => [name, latencyHead(name)])),
}

function isShown({ name, percentile }: Row['figure'], tail: number | null): boolean {
  return name in titles && (percentile === null || percentile === tail)
}

function rowsOf(loads: readonly ComparedLoad[]): Row[] {
  return loads.flatMap((load) => load.comparison.figures.map((figure) => ({ load, figure })))
}

const rateColumn: Column<Row> = {
  head: [message('tables.asked'), 'req/s'],
  cell: ({ load }) => String(load.requestRate),
}

function limitColumn(held: ConcurrencyUnit): Column<Row> {
  return {
    head: [message(`tables.held.${held}`), message('tables.atMost')],
    cell: ({ load }) =>
      load.maxConcurrency === null ? message('tables.none') : String(load.maxConcurrency),
  }
}

const textColumns: readonly Column<Row>[] = [
  {
    head: ['', message('tables.figure')],
    align: 'left',
    cell: ({ figure }) => figureTitle(figure),
  },
  {
    head: [message('tables.base'), ''],
    cell: ({ figure }) => figureText(figure.name, figure.base),
  },
  {
    head: [message('tables.other'), ''],
    cell: ({ figure }) => figureText(figure.name, figure.other),
  },
  { head: [message('tables.difference'), ''], cell: ({ figure }) => shareText(figure.share) },
  { head: ['99 %', message('tables.interval')], cell: ({ figure }) => intervalText(figure) },
  {
    head: [message('tables.runs'), ''],
    cell: ({ figure: { runs } }) => `${runs.base} / ${runs.other}`,
  },
  {
    head: ['', message('tables.verdict')],
    align: 'left',
    cell: ({ figure }) => verdictText(figure),
  },
]

function figureTitle({ name, percentile }: Row['figure']): string {
  const title = titles[name] ?? name
  return figureTraits[name].family === 'latency' ? `${statisticName(percentile)} ${title}` : title
}

type CsvRow = Row & Readonly<{ configuration: string; base: string }>

/** Every metric of every load; differences in the unit of the metric. */
export function configurationsCsv({ sweep, base, compared }: ConfigurationComparison): string {
  const rows = compared.flatMap(({ configuration, loads }) =>
    rowsOf(loads).map((row) => ({
      ...row,
      configuration: inEnglish(configurationTitle(configuration, sweep)),
      base: inEnglish(configurationTitle(base, sweep)),
    })),
  )
  return csvText(csvColumns, rows)
}

const csvColumns: readonly CsvColumn<CsvRow>[] = [
  { name: 'base_arm', cell: ({ base }) => base },
  { name: 'other_arm', cell: ({ configuration }) => configuration },
  { name: 'request_rate', cell: ({ load }) => load.requestRate },
  { name: 'max_concurrency', cell: ({ load }) => load.maxConcurrency },
  { name: 'figure', cell: ({ figure }) => figure.name },
  { name: 'percentile', cell: ({ figure }) => figure.percentile },
  { name: 'unit', cell: ({ figure }) => unitOf(figure) },
  { name: 'base', cell: inUnit(({ base }: Row['figure']) => base) },
  { name: 'other', cell: inUnit(({ other }: Row['figure']) => other) },
  { name: 'difference', cell: inUnit(({ difference }: Row['figure']) => difference) },
  { name: 'difference_low', cell: inUnit(({ interval }: Row['figure']) => interval?.low) },
  { name: 'difference_high', cell: inUnit(({ interval }: Row['figure']) => interval?.high) },
  { name: 'base_runs', cell: ({ figure }) => figure.runs.base },
  { name: 'other_runs', cell: ({ figure }) => figure.runs.other },
  { name: 'paired', cell: ({ figure }) => String(figure.isPaired) },
  { name: 'verdict', cell: ({ figure }) => figure.verdict },
  { name: 'no_verdict_because', cell: ({ figure }) => figure.withheld },
]

function unitOf({ name }: Row['figure']): string {
  const { family, unit } = figureTraits[name]
  if (family === 'share') return 'share'
  return family === 'throughput' ? '1/s' : unit
}

/** Conclusion for each load as on every surface, with the values behind it, for programs. */
export function configurationsJson({ sweep, base, compared }: ConfigurationComparison): string {
  const shown = compared.flatMap(({ configuration, loads }) =>
    loads.map(({ requestRate, maxConcurrency, comparison }) => ({
      base: inEnglish(configurationTitle(base, sweep)),
      other: inEnglish(configurationTitle(configuration, sweep)),
      requestRate,
      maxConcurrency,
      headline: headline(comparison, 'en'),
      usable: { base: comparison.base.isUsable, other: comparison.other.isUsable },
      differences: comparison.differences,
      figures: comparison.figures.map((figure) => ({
        ...{ ...figure, ...differenceInUnits(figure) },
        base: inItsUnit(figure.name, figure.base),
        other: inItsUnit(figure.name, figure.other),
      })),
    })),
  )
  return jsonText(shown)
}
