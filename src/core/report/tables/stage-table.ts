// Stages of a pipeline, one row per metric: for the run page and saved reports.
import { message, type Text } from '#core/messages/message.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { stageFigures } from '#core/model/run/stage-summary.ts'
import { stageFigureTexts, stageForm } from '../console/stage-report.ts'
import { pythonFixed2 } from '../result-file/python-number.ts'
import type { ReportTable } from './report-table.ts'

/** Null without stages. `point` is its number in the report. */
export function stageTable(
  { stages }: Pick<RunSummary, 'stages'>,
  point: number,
): ReportTable | null {
  if (!stages || stages.length === 0) return null
  return { title: message('report.stages', { number: point }), ...stageCells({ stages }) }
}

/** Columns: stage, metric with its unit, requests, values, mean, median and percentiles. */
export function stageCells({
  stages,
}: Pick<RunSummary, 'stages'>): Pick<ReportTable, 'columns' | 'rows'> {
  const figures = (stages ?? []).flatMap((stage) =>
    stageFigures.flatMap((name) => {
      const stats = stage.figures[name]
      return stats === undefined ? [] : [{ stage, name, stats }]
    }),
  )
  const percentiles = figures[0]?.stats.percentiles.map(({ percentile }) => percentile) ?? []
  const heads: readonly Text[] = [
    message('tables.requests'),
    message('report.mean'),
    'p50',
    ...percentiles.map((percentile) => `p${percentile}`),
  ]
  return {
    columns: [
      { head: message('report.stage'), isFigure: false },
      { head: message('tables.figure'), isFigure: false },
      ...heads.map((head) => ({ head, isFigure: true })),
    ],
    rows: figures.map(({ stage, name, stats }) => {
      const { suffix, perMs } = stageForm(name)
      return [
        `${stage.id} ${stage.name}`,
        `${stageFigureTexts[name].label} (${suffix.slice(1)})`,
        String(stage.requests),
        ...[stats.mean, stats.median, ...stats.percentiles.map(({ value }) => value)].map((value) =>
          pythonFixed2(value * perMs),
        ),
      ]
    }),
  }
}
