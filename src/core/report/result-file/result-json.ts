// Result file of `vllm bench serve`: keys, order, types and number formats match the client of the compatibility profile, so that
// scripts written for that file can read ours.
import { compatProfileOf, contentsOf } from '../../compat/compat-profile-of.ts'
import type { ReportLayout } from '#core/flags/output.ts'
import type { MeasuredRunWithRecords } from '../../model/run/measured-run.ts'
import { pythonJson, pythonJsonPieces, type PythonValue } from './python-json.ts'
import { interruptionEntries, resultEntries, warningEntries } from './result-entries.ts'
import { reportsSteadyState } from '../console/steady-state-report.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { byteLength, namePart } from '#core/base/printable.ts'
import { localStamp } from '#core/base/local-time.ts'
import { pythonFloatText } from '#core/base/python-number.ts'

type Detail = Readonly<{
  detailed: boolean
  /** Layout of the printed report; `vllm` if absent. */
  layout?: ReportLayout
}>

/** One line without a newline at its end. */
export function resultJson(run: MeasuredRunWithRecords, detail: Detail): string {
  return pythonJson(resultMembers(run, detail))
}

/** Same text in pieces, each valid until the next one is created: a detailed result may exceed memory. */
export function resultPieces(run: MeasuredRunWithRecords, detail: Detail): Iterable<Uint8Array> {
  return pythonJsonPieces(resultMembers(run, detail))
}

export function resultMembers(
  run: MeasuredRunWithRecords,
  { detailed, layout = 'vllm' }: Detail,
): Map<string, PythonValue> {
  const { detailedKeys } = compatProfileOf(run.config).result
  const isSteady = reportsSteadyState(run.config, layout)
  const written = contentsOf(run.config).keys.filter(
    (key) => (detailed || !detailedKeys.includes(key)) && (isSteady || key !== '[steady state]'),
  )
  return new Map([
    ...written.flatMap((key) => resultEntries(key, run)),
    ...interruptionEntries(run),
    ...warningEntries(run),
  ])
}

/** Several results as one JSON list, as for the points of a sweep. */
export function resultListJson(results: readonly string[]): string {
  return `[${results.join(',\n')}]`
}

/** File systems allow 255 bytes; the rest is for the suffixes of files that accompany the result. */
const mostBytes = 220
const mostModelBytes = 100
const leastLabelBytes = 20

/**
 * `config` includes the model. The time is the end of the run. Labels and models may contain any text; characters that
 * are special in a path or a terminal become "-", and a label is truncated if the name is too long.
 */
export function resultFileName(
  config: BenchmarkConfig,
  epochMs: number,
  rateText: (rate: number) => string = pythonFloatText,
): string {
  const isNamed = config.maxConcurrency !== null && compatProfileOf(config).result.namesConcurrency
  const concurrency = isNamed ? `-concurrency${config.maxConcurrency}` : ''
  const model = namePart((config.model ?? 'model').split('/').at(-1) ?? '', mostModelBytes)
  const rest = `-${loadText(config, rateText)}${concurrency}-${model}-${localStamp(epochMs)}.json`
  const label = namePart(
    config.label ?? config.backend,
    Math.max(leastLabelBytes, mostBytes - byteLength(rest)),
  )
  return label + rest
}

function loadText(
  { rampUpStrategy, rampUpStartRps, rampUpEndRps, requestRate, requestRateSeries }: BenchmarkConfig,
  rateText: (rate: number) => string,
): string {
  if (rampUpStrategy !== null) {
    return `ramp-up-${rampUpStrategy}-${rampUpStartRps}qps-${rampUpEndRps}qps`
  }
  if (requestRateSeries !== null) return 'rate-series'
  return `${requestRate === 'inf' ? 'inf' : rateText(requestRate)}qps`
}
