// Cells over the load and whatever else varies: a figure as text and shade.
import { latencies } from '#core/metrics/latencies.ts'
import { scalars } from '#core/metrics/scalars.ts'
import { heatMapOption, type HeatCell } from '#core/plots/heat-map.ts'
import { pageTheme } from '#core/plots/page-theme.ts'
import { factsOfPoints, type PageFigure } from '#core/plots/svg/page-svg.ts'
import type { ThroughputName } from '#core/model/benchmark/task-traits.ts'
import type { Report, ReportCell } from '../../report.ts'
import { numberText } from '../number-text.ts'
import { latencyName, pointFacts, type CurveChoice } from './curve-figures.ts'

type LatencyChoice = Pick<CurveChoice, 'metric' | 'statistic'>

/** A throughput, or a latency. */
export type MapFigure = ThroughputName | LatencyChoice

type Dimension = Readonly<{ name: string; of: (cell: ReportCell) => string }>

/** Columns and rows; null where fewer than two things vary. */
export function mapDimensions({
  configurations,
  cells,
}: Report): readonly [Dimension, Dimension] | null {
  const all: readonly Dimension[] = [
    {
      name: 'request rate',
      of: ({ rate }) => (typeof rate === 'number' ? `${numberText(rate)}/s` : String(rate ?? '–')),
    },
    {
      name: 'concurrency limit',
      of: ({ concurrency }) => (concurrency === null ? 'no limit' : `≤ ${concurrency} in flight`),
    },
    { name: 'configuration', of: ({ configuration }) => configurations[configuration]?.name ?? '' },
  ]
  const [columns, ...rows] = all.filter(({ of }) => new Set(cells.map(of)).size > 1)
  const [row] = rows
  if (columns === undefined || row === undefined) return null
  // A configuration may be named after its concurrency limit.
  const own = rows.filter(
    (one) => one.name === 'configuration' || !isToldBy(one, rows.at(-1), cells),
  )
  return [
    columns,
    {
      name: own.map(({ name }) => name).join(', '),
      of: (cell) => [...new Set(own.map(({ of }) => of(cell)))].join(' · '),
    },
  ]
}

/** Cells that are alike in `other` are alike in `one`. */
function isToldBy(
  one: Dimension,
  other: Dimension | undefined,
  cells: readonly ReportCell[],
): boolean {
  if (other === undefined || other === one) return false
  const pairs = new Set(cells.map((cell) => JSON.stringify([one.of(cell), other.of(cell)])))
  return pairs.size === new Set(cells.map(other.of)).size
}

const cellHeight = 48

/** `lead` is the latency that facts show beside a throughput. */
export function mapFigure(
  report: Report,
  shown: MapFigure,
  lead: LatencyChoice,
): PageFigure | null {
  const dimensions = mapDimensions(report)
  if (dimensions === null) return null
  const [columns, rows] = dimensions.map(({ of }) => [...new Set(report.cells.map(of))])
  const [column, row] = dimensions
  const cells = report.cells.map((cell): HeatCell => {
    const value = valueOf(cell, shown)
    return {
      column: columns?.indexOf(column.of(cell)) ?? 0,
      row: rows?.indexOf(row.of(cell)) ?? 0,
      value,
      text: numberText(value),
      mark: cell.isKnee ? 'knee' : '',
      solid: cell.isSound,
      ...pointFacts(report, cell, typeof shown === 'string' ? lead : shown),
    }
  })
  const option = heatMapOption({
    cells,
    columns: columns ?? [],
    rows: rows ?? [],
    theme: pageTheme,
    selectedKey: null,
    chosenKeys: [],
    color:
      pageTheme.series[typeof shown === 'string' ? 'outputTokens' : latencies[shown.metric].hue],
    text: { columnName: column.name, rowName: row.name, value: mapName(shown), marks: 'knee' },
  })
  return {
    option,
    size: { width: 1040, height: 100 + cellHeight * (rows?.length ?? 1) },
    label: `${mapName(shown)}, ${column.name} by ${row.name}`,
    facts: factsOfPoints(option, cells),
  }
}

export function mapName(shown: MapFigure): string {
  return typeof shown === 'string' ? scalars[shown].savedAxis : `${latencyName(shown)} (ms)`
}

function valueOf(cell: ReportCell, shown: MapFigure): number | null {
  if (typeof shown === 'string') return cell.throughputs[shown][0]
  return cell.latencies[shown.metric]?.[shown.statistic]?.[0] ?? null
}
