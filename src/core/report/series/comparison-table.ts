// Two result files side by side, in the layout of vLLM's Rust client.
import { banner } from '../console/report-layout.ts'
import {
  type FigureRow,
  type ResultFigures,
  steadyRows,
  throughputRows,
  wholeOrFixed2,
} from './result-figures.ts'

export type ComparedFile = Readonly<{ path: string; result: ResultFigures }>

type MetricLabel = Readonly<{ label: string; lowerIsBetter: boolean }>

const width = 90

const latencyRows: readonly FigureRow[] = (['ttft', 'tpot', 'itl', 'e2el'] as const).flatMap(
  (name) =>
    (['Mean', 'Median', 'P99'] as const).map((of): FigureRow => [
      `${of} ${name.toUpperCase()} (ms)`,
      `${of.toLowerCase()}_${name}_ms`,
    ]),
)

const rows: readonly (readonly [...FigureRow, lowerIsBetter: boolean])[] = [
  ...throughputRows.map(([label, key]) => [label, key, false] as const),
  ['Peak concurrent requests', 'max_concurrent_requests', false],
  ...latencyRows.map(([label, key]) => [label, key, true] as const),
  ['Completed requests', 'completed', false],
  ['Failed requests', 'failed', true],
  ['Duration (s)', 'duration', true],
]

/** Metrics that either file lacks are omitted. No newline at the end. */
export function comparisonTable(a: ComparedFile, b: ComparedFile): string {
  return [
    banner(' Benchmark Comparison ', '=', width),
    fileLine('A', a),
    fileLine('B', b),
    '',
    line('Metric', ['A', 'B', 'Delta', 'Change']),
    ['-'.repeat(35), '-'.repeat(12), '-'.repeat(12), '-'.repeat(10), '-'.repeat(8)].join(' '),
    ...rows.flatMap(([label, key, lowerIsBetter]) => {
      const values = [a.result.figure(key), b.result.figure(key)] as const
      return differenceLine({ label, lowerIsBetter }, ...values) ?? []
    }),
    '',
    banner(' Steady-State Comparison ', '=', 70),
    ...steadyLines(a.result, b.result),
    '='.repeat(width),
    '',
    'Legend: + = improvement, - = regression (relative to A → B)',
  ].join('\n')
}

function fileLine(letter: string, { path, result }: ComparedFile): string {
  const model = result.text('model_id') ?? '?'
  return `  ${letter}: ${path} (model: ${model}, date: ${result.text('date') ?? '?'})`
}

function steadyLines(a: ResultFigures, b: ResultFigures): readonly string[] {
  if (!a.hasSteadyState || !b.hasSteadyState) {
    return ['N/A — one or both runs have no steady-state window']
  }
  return steadyRows.map(([name, key]) => {
    const label = `SS ${name}`
    const lowerIsBetter = key.endsWith('_ms')
    const difference = differenceLine({ label, lowerIsBetter }, a.steady(key), b.steady(key))
    return difference ?? `${label.padEnd(35)} N/A`
  })
}

/** Values closer than this are equal. */
const nothing = 1e-10

function differenceLine(
  { label, lowerIsBetter }: MetricLabel,
  a: number | null,
  b: number | null,
): string | null {
  if (a === null || b === null) return null
  const delta = b - a
  const mark = Math.abs(delta) < nothing ? ' ' : delta < 0 === lowerIsBetter ? '+' : '-'
  const cells = [wholeOrFixed2(a), wholeOrFixed2(b), signed(wholeOrFixed2, delta)]
  return line(label, [...cells, changeText(a, b)]).concat(mark)
}

function changeText(a: number, b: number): string {
  if (Math.abs(a) > nothing) return `${signed((value) => value.toFixed(1), ((b - a) / a) * 100)}%`
  return Math.abs(b) > nothing ? 'inf%' : '+0.0%'
}

function signed(text: (value: number) => string, value: number): string {
  return value < 0 ? text(value) : `+${text(value)}`
}

/** The last column leaves space for its symbol. */
function line(label: string, values: readonly string[]): string {
  const [a = '', b = '', delta = '', change = ''] = values
  const last = change === 'Change' ? change.padStart(8) : change.padStart(7)
  return [label.padEnd(35), a.padStart(12), b.padStart(12), delta.padStart(10), last].join(' ')
}
