// Ends of 95 % intervals as columns, for each metric with an interval in any run: `NAME_low`, `NAME_high`.
import type { Interval } from '#core/stats/certainty/interval.ts'
import { statisticName } from '#core/metrics/latencies.ts'
import { scalarOf, scalarsWith } from '#core/metrics/scalar-names.ts'
import { writtenColumn } from '#core/metrics/written-form.ts'
import { scalarApplies } from '#core/compare/comparable-figures.ts'
import { latencyInterval, wholeRunFigure } from '#core/judgement/known-figures.ts'
import type { MeasuredRun } from '../../model/run/measured-run.ts'
import type { CsvColumn } from '../../documents/csv.ts'

type Row = Pick<MeasuredRun, 'config' | 'summary'>
type End = keyof Interval

export function intervalColumns(runs: readonly Row[]): CsvColumn<Row>[] {
  return [...scalarColumns(runs), ...latencyColumns(runs)]
}

function scalarColumns(runs: readonly Row[]): CsvColumn<Row>[] {
  return scalarsWith('compared').flatMap((name) => {
    const intervalOf = ({ config, summary }: Row) =>
      scalarApplies(name, config) ? (wholeRunFigure(summary, name)?.interval ?? null) : null
    const { csv } = scalarOf(name)
    const isKnown = csv !== undefined && runs.some((run) => intervalOf(run) !== null)
    return isKnown ? bothEnds(csv, (run, end) => intervalOf(run)?.[end] ?? null) : []
  })
}

function latencyColumns(runs: readonly Row[]): CsvColumn<Row>[] {
  const figures = runs.flatMap(({ summary }) => summary.certainty?.figures ?? [])
  const columns = new Map(
    figures.map((figure) => {
      const column = writtenColumn(figure.metric, statisticName(figure.percentile))
      return [column.name, { figure, valueOf: column.valueOf }]
    }),
  )
  return [...columns].flatMap(([name, { figure, valueOf }]) =>
    bothEnds(name, ({ summary }, end) => {
      const ms = latencyInterval(summary, figure)?.[end] ?? null
      return ms === null ? null : valueOf(ms)
    }),
  )
}

function bothEnds(name: string, cell: (run: Row, end: End) => number | null): CsvColumn<Row>[] {
  return (['low', 'high'] as const).map((end) => ({
    name: `${name}_${end}`,
    cell: (run) => cell(run, end),
  }))
}
