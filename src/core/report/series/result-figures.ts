// Values of a result file by key, for files of any client.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import { AppError } from '../../model/app-error.ts'
import { parsePythonJson } from '../../result-file/parse-python-json.ts'
import { pythonFixed2 } from '#core/base/python-number.ts'

export type ResultFigures = Readonly<{
  /** Null if the file has no number under the key. */
  figure(key: string): number | null
  /** Value of the steady state. */
  steady(key: string): number | null
  hasSteadyState: boolean
  text(key: string): string | null
}>

/** Row of a table with its key in result files. */
export type FigureRow = readonly [label: string, key: string]

export const throughputRows: readonly FigureRow[] = [
  ['Request throughput (req/s)', 'request_throughput'],
  ['Output throughput (tok/s)', 'output_throughput'],
  ['Total token throughput (tok/s)', 'total_token_throughput'],
  ['Peak output tokens/s', 'max_output_tokens_per_s'],
]

export const steadyRows: readonly FigureRow[] = [
  ['Request throughput (req/s)', 'request_throughput'],
  ['Output throughput (tok/s)', 'output_throughput'],
  ['Input throughput (tok/s)', 'input_throughput'],
  ['Total token throughput (tok/s)', 'total_token_throughput'],
  ['Mean TTFT (ms)', 'mean_ttft_ms'],
  ['Median TTFT (ms)', 'median_ttft_ms'],
  ['Mean TPOT (ms)', 'mean_tpot_ms'],
  ['Median TPOT (ms)', 'median_tpot_ms'],
  ['P90 TPOT (ms)', 'p90_tpot_ms'],
  ['P99 TPOT (ms)', 'p99_tpot_ms'],
]

const objectSchema = z.record(z.string(), z.unknown())

/** `text` is one result. Throws `invalid-input` if it is not. */
export function resultFigures(text: string): ResultFigures {
  const parsed = objectSchema.safeParse(parsePythonJson(text))
  if (!parsed.success) {
    throw new AppError('invalid-input', message('files.notAResult'), {
      remedy: message('files.unchangedResult'),
    })
  }
  const result = parsed.data
  const steadyState = objectSchema.safeParse(result['steady_state'])
  const steady = steadyState.success ? steadyState.data : {}
  return {
    figure: (key) => numberOr(result[key]),
    steady: (key) => numberOr(steady[key]),
    hasSteadyState: steadyState.success,
    text: (key) => {
      const value = result[key]
      return typeof value === 'string' ? value : null
    },
  }
}

function numberOr(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

/** Two decimals, none for a whole number. */
export function wholeOrFixed2(value: number): string {
  return Number.isInteger(value) ? String(value + 0) : pythonFixed2(value)
}

/** `20`, `0.5`, `inf`. */
export function rateLabel(rate: number | 'inf'): string {
  return String(rate)
}

/** Format in a list of floats: `20.0`, `0.5`, `inf`. */
export function listedRate(rate: number | 'inf'): string {
  return typeof rate === 'number' && Number.isInteger(rate) ? `${rate}.0` : String(rate)
}
