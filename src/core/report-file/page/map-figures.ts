// Heat map over the load and another varying dimension: a metric as text and shade.
import { languageRecords } from '#core/messages/language-records.ts'
import type { Language } from '#core/messages/languages.ts'
import { listed, message, type Text, textIn } from '#core/messages/message.ts'
import { limitName } from '#core/sweep/judge-curve.ts'
import { figureTraits, inItsUnit } from '#core/metrics/figures.ts'
import { heatMapOption, type HeatMapEntry } from '#core/plots/heat-map.ts'
import { pageTheme } from '#core/plots/page-theme.ts'
import { factsOfPoints, type PagePlot } from '#core/plots/page-svg.ts'
import type { ThroughputName } from '#core/backends/task-traits.ts'
import type { Report, ReportLoadPoint } from '../report.ts'
import { numberText } from '#core/base/saved-number.ts'
import { type LatencyChoice, latencyName, pointFacts, throughputName } from './curve-figures.ts'

/** Throughput or latency. */
export type MapMetric = ThroughputName | LatencyChoice

type Dimension = Readonly<{
  name: Text
  of: (cell: ReportLoadPoint) => string
  isConfiguration?: true
}>

/** Columns and rows; null if fewer than two dimensions vary. */
export function mapDimensions(
  { configurations, cells }: Report,
  language: Language,
): readonly [Dimension, Dimension] | null {
  const all: readonly Dimension[] = [
    {
      name: message('report.dimension.rate'),
      of: ({ rate }) => (typeof rate === 'number' ? `${numberText(rate)}/s` : String(rate ?? '–')),
    },
    {
      name: message('report.dimension.concurrency'),
      of: ({ concurrency, held }) => textIn(language, limitName(concurrency, held)),
    },
    {
      name: message('report.fact.configuration'),
      of: ({ configuration }) => textIn(language, configurations[configuration]?.name ?? ''),
      isConfiguration: true,
    },
  ]
  const [columns, ...rows] = all.filter(({ of }) => new Set(cells.map(of)).size > 1)
  const [row] = rows
  if (columns === undefined || row === undefined) return null
  // A configuration may be named after its concurrency limit.
  const own = rows.filter(
    (one) => one.isConfiguration === true || !isImpliedBy(one, rows.at(-1), cells),
  )
  return [
    columns,
    {
      name: listed(own.map(({ name }) => name)),
      of: (cell) => [...new Set(own.map(({ of }) => of(cell)))].join(' · '),
    },
  ]
}

/** Cells with equal values of `other` have equal values of `one`. */
function isImpliedBy(
  one: Dimension,
  other: Dimension | undefined,
  cells: readonly ReportLoadPoint[],
): boolean {
  if (other === undefined || other === one) return false
  const pairs = new Set(cells.map((cell) => JSON.stringify([one.of(cell), other.of(cell)])))
  return pairs.size === new Set(cells.map(other.of)).size
}

const cellHeight = 48

type MapView = Readonly<{
  shown: MapMetric
  /** Latency that the tooltip shows beside a throughput. */
  lead: LatencyChoice
  language: Language
}>

export function mapFigure(report: Report, { shown, lead, language }: MapView): PagePlot | null {
  const dimensions = mapDimensions(report, language)
  if (dimensions === null) return null
  const [columns, rows] = dimensions.map(({ of }) => [...new Set(report.cells.map(of))])
  const [column, row] = dimensions
  const [columnName, rowName] = [column.name, row.name].map((name) => textIn(language, name))
  const { knee } = languageRecords[language].charts
  const figure = mapName(shown, language)
  const cells = report.cells.map((cell): HeatMapEntry => {
    const value = valueOf(cell, shown)
    return {
      column: columns?.indexOf(column.of(cell)) ?? 0,
      row: rows?.indexOf(row.of(cell)) ?? 0,
      value,
      text: numberText(value),
      mark: cell.isKnee ? knee : '',
      solid: cell.isSound,
      ...pointFacts(report, cell, {
        shown: typeof shown === 'string' ? lead : shown,
        language,
      }),
    }
  })
  const option = heatMapOption({
    cells,
    columns: columns ?? [],
    rows: rows ?? [],
    theme: pageTheme,
    selectedKey: null,
    chosenKeys: [],
    color: pageTheme.series[typeof shown === 'string' ? 'outputTokens' : shown.metric],
    text: { columnName: columnName ?? '', rowName: rowName ?? '', value: figure, marks: knee },
  })
  return {
    option,
    size: { width: 1040, height: 100 + cellHeight * (rows?.length ?? 1) },
    label: textIn(
      language,
      message('report.mapLabel', { figure, columns: column.name, rows: row.name }),
    ),
    facts: factsOfPoints(option, cells),
  }
}

export function mapName(shown: MapMetric, language: Language): string {
  if (typeof shown === 'string') return throughputName(shown, language)
  const { unit } = figureTraits[shown.metric]
  const latency = latencyName(shown)
  return textIn(language, unit === '' ? latency : message('report.mapLatency', { latency }))
}

function valueOf(cell: ReportLoadPoint, shown: MapMetric): number | null {
  if (typeof shown === 'string') return cell.throughputs[shown][0]
  const kept = cell.latencies[shown.metric]?.[shown.statistic]?.[0]
  return kept === undefined ? null : inItsUnit(shown.metric, kept)
}
