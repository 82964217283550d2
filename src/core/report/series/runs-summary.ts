// Closing tables of repeated runs, in the layout of vLLM's Rust client. Values that no run reports are a dash, whereas
// that client writes 0.
import { pythonFixed2 } from '#core/base/python-number.ts'
import { banner } from '../console/report-layout.ts'
import {
  type FigureRow,
  type ResultFigures,
  steadyRows,
  throughputRows,
  wholeOrFixed2,
} from './result-figures.ts'

type Spread = Readonly<{ mean: number; deviation: number; least: number; most: number }>

const width = 80

const wholeRunRows: readonly FigureRow[] = [
  ...throughputRows,
  ['Mean TTFT (ms)', 'mean_ttft_ms'],
  ['Median TTFT (ms)', 'median_ttft_ms'],
  ['P99 TTFT (ms)', 'p99_ttft_ms'],
  ['Mean TPOT (ms)', 'mean_tpot_ms'],
  ['Median TPOT (ms)', 'median_tpot_ms'],
  ['P99 TPOT (ms)', 'p99_tpot_ms'],
  ['Mean ITL (ms)', 'mean_itl_ms'],
  ['Mean E2EL (ms)', 'mean_e2el_ms'],
  ['P99 E2EL (ms)', 'p99_e2el_ms'],
  ['Completed requests', 'completed'],
  ['Failed requests', 'failed'],
  ['Duration (s)', 'duration'],
]

/** No newline at the end. */
export function runsSummary(runs: readonly ResultFigures[]): string {
  const throughput = spreadOf(runs.map((run) => run.figure('request_throughput')))
  return [
    banner(` Multi-Run Summary (${runs.length} runs) `, '=', width),
    line('Metric', ['Mean', 'Std', 'Min', 'Max']),
    [35, 10, 10, 10, 10].map((dashes) => '-'.repeat(dashes)).join(' '),
    ...wholeRunRows.map(([label, key]) =>
      line(label, cells(spreadOf(runs.map((run) => run.figure(key))), wholeOrFixed2)),
    ),
    '='.repeat(width),
    ...variationLine(throughput),
    '',
    ...steadyLines(runs),
  ].join('\n')
}

function variationLine(throughput: Spread | null): readonly string[] {
  if (throughput === null || throughput.mean <= 0) return []
  const percent = ((throughput.deviation / throughput.mean) * 100).toFixed(1)
  return [`Throughput CV: ${percent}% (lower = more stable across runs)`]
}

function steadyLines(runs: readonly ResultFigures[]): readonly string[] {
  const steady = runs.filter(({ hasSteadyState }) => hasSteadyState)
  if (steady.length === 0) return ['Steady-state: no runs had a valid window']
  const of = `${steady.length}/${runs.length} runs`
  const missing = runs.length - steady.length
  return [
    banner(` Steady-State Summary (${of}) `, '=', width),
    ...(missing === 0 ? [] : [`Aggregated over ${of} (${missing} runs had no valid window)`]),
    line('Metric', ['Mean', 'Std', 'Min', 'Max']),
    ...steadyRows.map(([label, key]) =>
      line(label, cells(spreadOf(steady.map((run) => run.steady(key))), pythonFixed2)),
    ),
  ]
}

function line(label: string, values: readonly string[]): string {
  return [label.padEnd(35), ...values.map((value) => value.padStart(10))].join(' ')
}

function cells(spread: Spread | null, text: (value: number) => string): readonly string[] {
  if (spread === null) return ['-', '-', '-', '-']
  return [spread.mean, spread.deviation, spread.least, spread.most].map(text)
}

/** Population standard deviation of the runs (÷ n); null if none has the metric. */
function spreadOf(figures: readonly (number | null)[]): Spread | null {
  const values = figures.filter((value) => value !== null)
  if (values.length === 0) return null
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  return {
    mean,
    deviation: Math.sqrt(variance),
    least: Math.min(...values),
    most: Math.max(...values),
  }
}
