// The points of a sweep as a table in plain text: load, throughput and latencies, the knee marked.
import type { MetricName } from '../model/fields/report-fields.ts'
import type { MeasuredRun } from './measured-run.ts'
import { textTable, type TextColumn } from './text-table.ts'

type Row = Readonly<{ run: MeasuredRun; isKnee: boolean }>

/** `kneeIndex` counts from 0; null marks none. */
export function sweepTable(runs: readonly MeasuredRun[], kneeIndex: number | null): string {
  return textTable(
    columns,
    runs.map((run, index) => ({ run, isKnee: index === kneeIndex })),
  )
}

const columns: readonly TextColumn<Row>[] = [
  { head: ['asked', 'req/s'], cell: ({ run }) => rateText(run.config.requestRate) },
  { head: ['achieved', 'req/s'], cell: ({ run }) => run.summary.requestThroughput.toFixed(2) },
  { head: ['failed', ''], cell: ({ run }) => String(run.summary.failed) },
  { head: ['output', 'tok/s'], cell: ({ run }) => run.summary.outputThroughput.toFixed(1) },
  { head: ['median', 'TTFT ms'], cell: ({ run }) => msText(run.summary.metrics.ttft.median) },
  { head: ['p99', 'TTFT ms'], cell: p99('ttft') },
  { head: ['median', 'TPOT ms'], cell: ({ run }) => msText(run.summary.metrics.tpot.median) },
  { head: ['p99', 'TPOT ms'], cell: p99('tpot') },
  { head: ['median', 'E2EL ms'], cell: ({ run }) => msText(run.summary.metrics.e2el.median) },
  { head: ['p99', 'E2EL ms'], cell: p99('e2el') },
  { head: [], align: 'left', cell: ({ isKnee }) => (isKnee ? '◀ knee' : '') },
]

function rateText(rate: number | 'inf'): string {
  return rate === 'inf' ? 'inf' : rate.toFixed(2)
}

function msText(valueMs: number): string {
  return valueMs.toFixed(1)
}

/** A dash where the run was not asked for that percentile. */
function p99(name: MetricName): TextColumn<Row>['cell'] {
  return ({ run }) => {
    const found = run.summary.metrics[name].percentiles.find(({ percentile }) => percentile === 99)
    return found === undefined ? '–' : msText(found.value)
  }
}
