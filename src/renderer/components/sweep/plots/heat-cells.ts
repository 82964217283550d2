// The cells of a sweep arranged by two of its varied dimensions.
import type { Sweep } from '#core/model/sweep.ts'
import { mean } from '#core/base/spread.ts'
import { waitsInClient } from '#core/sweep/client-wait.ts'
import { configurationName } from '#core/sweep/configurations.ts'
import { formatNumber } from '#core/base/numbers.ts'
import { formatFigure, type Translate } from '../../../i18n/i18n.ts'
import type { HeatMapEntry } from '#core/plots/heat-map.ts'
import { rateNumber } from '../../run/run-numbers.ts'
import type { LimitState } from '#core/sweep/limits.ts'
import { cellLimits, cellLimitText } from '../cells/cell-limits.ts'
import { pointKey, type CurveChoice } from './drawn-curves.ts'
import {
  cellLatency,
  cellName,
  type CellResult,
  cellThroughput,
  concurrencyText,
  isTrusted,
  measuredRuns,
  rateText,
} from '../cells/sweep-cells.ts'
import { cellMark } from '../sweep-status.ts'

export const heatDimensions = ['requestRate', 'maxConcurrency', 'configuration'] as const
export type HeatDimension = (typeof heatDimensions)[number]

/** Value shown in each cell: the selected latency, or the throughput. */
export type HeatMetric = 'latency' | 'throughput'

type Dimension = Readonly<{
  name: (cell: CellResult, sweep: Sweep, t: Translate) => string
  /** Sort key of dimensions with a natural order; others keep the sweep's. */
  order: (cell: CellResult) => number
}>

const dimensions: Readonly<Record<HeatDimension, Dimension>> = {
  requestRate: {
    name: ({ cell }, _, t) => rateText(cell.requestRate, t),
    order: ({ cell }) => rateNumber(cell.requestRate),
  },
  maxConcurrency: {
    name: ({ cell }, _, t) => concurrencyText(cell.maxConcurrency, t),
    order: ({ cell }) => cell.maxConcurrency ?? Infinity,
  },
  configuration: { name: ({ cell }, sweep) => configurationName(cell, sweep), order: () => 0 },
}

type Laid = Readonly<{ sweep: Sweep; cells: readonly CellResult[]; t: Translate }>

/** Distinct names along an axis. */
export function namesAlong(dimension: HeatDimension, { sweep, cells, t }: Laid): string[] {
  const { name, order } = dimensions[dimension]
  return [
    ...new Set(
      cells.toSorted((a, b) => byOrder(order(a), order(b))).map((cell) => name(cell, sweep, t)),
    ),
  ]
}

/** Infinity − Infinity is NaN. */
function byOrder(one: number, other: number): number {
  return one === other ? 0 : one - other
}

/** Dimensions in which the cells differ. */
export function variedDimensions(laid: Laid): HeatDimension[] {
  return heatDimensions.filter((dimension) => namesAlong(dimension, laid).length > 1)
}

type HeatChoice = Readonly<{
  columns: HeatDimension
  rows: HeatDimension
  /** Selected values of the dimensions that are on neither axis. */
  kept: Readonly<Partial<Record<HeatDimension, string>>>
  figure: HeatMetric
  look: CurveChoice
}>

export function heatCells(
  laid: Laid,
  { columns, rows, kept, figure, look }: HeatChoice,
): Readonly<{ columns: string[]; rows: string[]; cells: HeatMapEntry[] }> {
  const { sweep, t } = laid
  const nameOf = (dimension: HeatDimension, cell: CellResult) =>
    dimensions[dimension].name(cell, sweep, t)
  const names = { columns: namesAlong(columns, laid), rows: namesAlong(rows, laid) }
  const shown = laid.cells.filter((cell) =>
    heatDimensions.every(
      (dimension) =>
        dimension === columns ||
        dimension === rows ||
        kept[dimension] === undefined ||
        nameOf(dimension, cell) === kept[dimension],
    ),
  )
  return {
    ...names,
    cells: shown.map((cell) => ({
      column: names.columns.indexOf(nameOf(columns, cell)),
      row: names.rows.indexOf(nameOf(rows, cell)),
      ...heatCell(cell, { sweep, t, figure, look }),
    })),
  }
}

type CellChoice = Readonly<{ sweep: Sweep; t: Translate; figure: HeatMetric; look: CurveChoice }>

function waitFact(cell: CellResult, t: Translate) {
  const waits = measuredRuns(cell).flatMap(
    ({ summary }) => summary?.metrics.client_queue_time?.mean ?? [],
  )
  return { name: t('sweep.heat.wait'), value: formatFigure('e2el', mean(waits)) }
}

const limitSigns: Readonly<Record<LimitState, string>> = {
  held: '✓',
  broken: '✗',
  undecided: '≈',
  unknown: '?',
}

function heatCell(
  cell: CellResult,
  { sweep, t, figure, look }: CellChoice,
): Omit<HeatMapEntry, 'column' | 'row'> {
  const { metric, percentiles, throughput, unit } = look
  const percentile = percentiles.at(-1) ?? null
  const waits = measuredRuns(cell).some(waitsInClient)
  const latency = cellLatency(cell, { metric, percentile })?.value ?? null
  const speed = cellThroughput(cell, throughput)?.value ?? null
  const limits = speed === null ? [] : cellLimits(sweep.plan, cell)
  return {
    key: pointKey(sweep, cell),
    value: figure === 'throughput' ? speed : waits ? null : latency,
    text: figure === 'latency' ? formatFigure(metric, latency, unit) : formatNumber(speed),
    mark: limits.map((limit) => limitSigns[limit.state]).join(' '),
    solid: isTrusted(cell) && !waits,
    label: cellName(cell.cell, sweep, t),
    facts: [
      { name: t('sweep.verdict.head'), value: cellMark(cell, t).word },
      { name: t(`charts.metric.${metric}`), value: formatFigure(metric, latency, unit) },
      ...(waits ? [waitFact(cell, t)] : []),
      { name: t('charts.throughputAxis'), value: formatNumber(speed) },
      ...limits.map((limit) => ({ name: t('sweep.limits.head'), value: cellLimitText(limit, t) })),
    ],
  }
}
