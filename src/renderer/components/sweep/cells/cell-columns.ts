// The numbers of a sweep's cells as columns of a table, for a cell and for each of its runs.
import { keptThroughput } from '#core/judgement/kept-throughput.ts'
import type { Run } from '#core/model/run/run.ts'
import type { ThroughputName } from '#core/backends/task-traits.ts'
import type { MergedEstimate } from '#core/stats/certainty/merged-figure.ts'
import { exactUnit, latencyFormat } from '#core/metrics/latency-unit.ts'
import type { Translate } from '../../../i18n/i18n.ts'
import { throughputHead } from '../../run/table/run-columns.ts'
import type { ExactUnit } from '../../kit/number-in.ts'
import { type CurveChoice, statisticName } from '../plots/drawn-curves.ts'
import { cellLatency, cellThroughput, type CellResult } from './sweep-cells.ts'

export type CellColumn = Readonly<{
  id: string
  head: string
  /** Second line of the header: the statistic and the unit. */
  detail: string
  figure: (cell: CellResult) => MergedEstimate | null
  format: (value: number | null | undefined) => string
  /** Unit of the exact value. */
  unit: ExactUnit
}>

/** Columns of the selected throughput and latency. */
export function cellColumns(
  { metric, percentiles, throughput, unit: pageUnit }: CurveChoice,
  t: Translate,
): CellColumn[] {
  const figures = percentiles.map((percentile) => ({ metric, percentile }))
  const unit = pageUnit ?? exactUnit(metric)
  return [
    throughputColumn(throughput, t),
    ...figures.map((statistic) => ({
      id: `${metric} ${statistic.percentile}`,
      head: t(`charts.metric.${metric}`),
      detail: `${statisticName(statistic.percentile, t)} ${unit.symbol}`.trim(),
      figure: (cell: CellResult) => cellLatency(cell, statistic),
      format: latencyFormat(unit),
      unit: exactUnit(metric),
    })),
  ]
}

function throughputColumn(name: ThroughputName, t: Translate): CellColumn {
  return {
    ...{ id: name, ...throughputHead(name, t) },
    figure: (cell) =>
      cellThroughput({ ...cell, rows: cell.rows.filter(({ run }) => hasShown(run, name)) }, name),
  }
}

/** Whether a run shows the figure; a rate only if it shows whether it was kept. */
function hasShown(run: Run | null, name: ThroughputName): run is Run {
  if (run === null || run.summary === null) return false
  return keptThroughput({ ...run, summary: run.summary }, name) !== null
}

/** Half the width of its interval, relative to the value; null if there is none. */
export function spreadOf(figure: MergedEstimate | null): number | null {
  if (!figure?.interval || figure.value === 0) return null
  return (figure.interval.high - figure.interval.low) / 2 / Math.abs(figure.value)
}
