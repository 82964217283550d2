// The numbers of a sweep's cells as columns of a table, for a cell and for each of its runs.
import { keptThroughput } from '#core/judgement/kept-throughput.ts'
import type { Run } from '#core/model/run/run.ts'
import type { ThroughputName } from '#core/backends/task-traits.ts'
import { exactUnit, latencyFormat } from '#core/metrics/latency-unit.ts'
import type { Translate } from '../../../i18n/i18n.ts'
import type { NumberColumn } from '../../kit/number-in.ts'
import { throughputHead } from '../../run/table/run-columns.ts'
import { type CurveChoice, statisticName } from '../plots/drawn-curves.ts'
import { cellLatency, cellThroughput, type CellResult } from './sweep-cells.ts'

export type CellColumn = NumberColumn<CellResult> &
  Readonly<{
    id: string
    head: string
    /** Second line of the header: the statistic and the unit. */
    detail: string
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
      value: (cell: CellResult) => cellLatency(cell, statistic)?.value ?? null,
      format: latencyFormat(unit),
      unit: exactUnit(metric),
    })),
  ]
}

function throughputColumn(name: ThroughputName, t: Translate): CellColumn {
  return {
    ...{ id: name, ...throughputHead(name, t) },
    value: (cell) =>
      cellThroughput({ ...cell, rows: cell.rows.filter(({ run }) => hasShown(run, name)) }, name)
        ?.value ?? null,
  }
}

/** Whether a run shows the figure; a rate only if it shows whether it was kept. */
function hasShown(run: Run | null, name: ThroughputName): run is Run {
  if (run === null || run.summary === null) return false
  return keptThroughput({ ...run, summary: run.summary }, name) !== null
}
