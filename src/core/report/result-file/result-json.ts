// Result file of `vllm bench serve`: keys, order, types and number formats follow the client of the compatibility profile, so that scripts
// written for that file read ours.
import { contentsOf, compatProfileOf } from '../../compat/compat-profile-of.ts'
import type { ReportLayout } from '#core/flags/output.ts'
import type { MeasuredRunWithRecords } from '../../model/run/measured-run.ts'
import { pythonJson, pythonJsonPieces, type PythonValue } from './python-json.ts'
import { interruptionEntries, resultEntries, warningEntries } from './result-entries.ts'
import { reportsSteadyState } from '../console/steady-state-report.ts'

type Detail = Readonly<{
  detailed: boolean
  /** Layout of the printed report; `vllm` if absent. */
  layout?: ReportLayout
}>

/** One line without a newline at its end. */
export function resultJson(run: MeasuredRunWithRecords, detail: Detail): string {
  return pythonJson(resultMembers(run, detail))
}

/** Same text in pieces, each valid until the next one is made: a detailed result may exceed memory. */
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
