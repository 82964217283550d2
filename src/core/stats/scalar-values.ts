// Values of scalars, derived from their records.
import type { z } from 'zod'
import {
  fileKeys,
  ofEachScalar,
  type ScalarFileKey,
  scalarOf,
  scalarsWith,
  type ScalarWith,
} from '#core/metrics/scalar-names.ts'
import type { scalarSchemas } from '#core/metrics/scalar-schemas.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { TelemetrySummary } from '#core/model/run/telemetry.ts'
import { genuineFailures } from './genuine-failures.ts'
import { emptyTally, type RunTally, scalars, type ScalarName } from '#core/metrics/scalars.ts'

type ScalarValues = { [Name in ScalarName]: z.output<(typeof scalarSchemas)[Name]> }

export function computedScalars(tally: RunTally): ScalarValues {
  return ofEachScalar((name) => scalars[name].compute(tally)) as ScalarValues
}

/** Value for printed reports and files: requests cut off by an interruption do not count as failed. */
export function shownScalar(name: ScalarName, summary: RunSummary): number | null {
  return name === 'failed' ? genuineFailures(summary) : summary[name]
}

type SampledScalar = ScalarWith<'sampled'>

/** Scalars derived from samples, which are summarised after the run. */
export function sampledScalars(
  telemetry: TelemetrySummary | null,
): Pick<ScalarValues, SampledScalar> {
  return Object.fromEntries(
    scalarsWith('sampled').map((name) => [name, telemetry && scalars[name].sampled(telemetry)]),
  ) as Pick<ScalarValues, SampledScalar>
}

/** Values of a run in an imported file: its keys, its totals, and its list of requests. */
type StatedRun = Readonly<{
  file: Readonly<Record<ScalarFileKey, number | null>>
  /** Values computed from the listed requests; null without them. */
  requests: ScalarValues | null
  /** Values computed from the listed requests if they have times. */
  times: ScalarValues | null
}>

/** Prefers the numbers of the file. Unknown values are null, or 0 if the summary does not allow null. */
export function importedScalars({ file, requests, times }: StatedRun): ScalarValues {
  const known = { requests, times, totals: null } as const
  const direct = (name: ScalarName): number | null => {
    const stated = fileKeys(name).map((key) => file[key])
    const { imported } = scalarOf(name)
    const derived = imported && (known[imported]?.[name] ?? null)
    return stated.find((value) => value !== null) ?? derived
  }
  const tally: RunTally = {
    ...emptyTally,
    durationS: direct('durationS') ?? 0,
    requests: (direct('completed') ?? 0) + (direct('failed') ?? 0),
    completed: direct('completed') ?? 0,
    inputTokens: direct('totalInputTokens') ?? 0,
    outputTokens: direct('totalOutputTokens') ?? 0,
  }
  return ofEachScalar((name) => {
    const { imported, compute, stored } = scalarOf(name)
    const value = direct(name) ?? (imported === 'totals' ? compute(tally) : null)
    return value ?? (stored.isNullable === true ? null : 0)
  }) as ScalarValues
}
