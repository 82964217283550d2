// The servers of a run as rows of a table: each latency in one unit, so that servers can be compared down a column.
import type { targetLatencies } from '#core/model/run/target-summary.ts'
import type { Run } from '#core/model/run/run.ts'
import { shownTargetLatencies, targetRows, type TargetRow } from '#core/documents/target-table.ts'
import { figureOf } from '#core/stats/figure-of.ts'
import { latencyUnit, type LatencyUnit } from '#core/metrics/latency-unit.ts'

type LatencyValue = Readonly<{ key: string; valueMs: number | null; unit: LatencyUnit }>

export type TargetTable = Readonly<{
  columns: readonly Readonly<{
    metric: (typeof targetLatencies)[number]
    unit: LatencyUnit
  }>[]
  rows: readonly (TargetRow & Readonly<{ cells: readonly LatencyValue[] }>)[]
}>

export const tailPercentile = 99

/** Empty for a run on one server. */
export function targetTable({ config, summary }: Pick<Run, 'config' | 'summary'>): TargetTable {
  const rows = summary === null ? [] : targetRows({ config, summary })
  const columns = shownTargetLatencies(rows).map((metric) => ({
    metric,
    unit: latencyUnit(
      rows.map((row) => (row[metric].count === 0 ? null : row[metric].median)),
      metric,
    ),
  }))
  return {
    columns,
    rows: rows.map((row) => ({
      ...row,
      cells: columns.flatMap(({ metric, unit }) => {
        const known = (value: number | null) => (row[metric].count === 0 ? null : value)
        return [
          { key: `${metric} median`, valueMs: known(row[metric].median), unit },
          { key: `${metric} tail`, valueMs: known(figureOf(row[metric], tailPercentile)), unit },
        ]
      }),
    })),
  }
}
