// Values of scalars, derived from their records.
import type { z } from 'zod'
import { emptyTally, type RunTally } from './scalar-metric.ts'
import {
  fileKeys,
  ofEachScalar,
  type ScalarFileKey,
  scalarOf,
  scalarsWith,
  type ScalarWith,
} from './scalar-names.ts'
import type { scalarSchemas } from './scalar-schemas.ts'
import type { RunSummary } from '../model/run/run-summary.ts'
import { genuineFailures } from '../stats/genuine-failures.ts'
import { scalars, type ScalarName } from './scalars.ts'

type ScalarValues = { [Name in ScalarName]: z.output<(typeof scalarSchemas)[Name]> }

export function computedScalars(tally: RunTally): ScalarValues {
  return ofEachScalar((name) => scalars[name].compute(tally)) as ScalarValues
}

/** As printed reports and files state it: requests that an interruption cut off did not fail. */
export function shownScalar(name: ScalarName, summary: RunSummary): number | null {
  return name === 'failed' ? genuineFailures(summary) : summary[name]
}

type SampledScalar = ScalarWith<'isSampled'>

/** Those that follow from samples, which are summarised after the run. */
export function sampledScalars(sampled: RunTally['sampled']): Pick<ScalarValues, SampledScalar> {
  const tally = { ...emptyTally, sampled }
  return Object.fromEntries(
    scalarsWith('isSampled').map((name) => [name, scalars[name].compute(tally)]),
  ) as Pick<ScalarValues, SampledScalar>
}

/** What an imported file states of a run: under its keys, in its totals, and request by request. */
type StatedRun = Readonly<{
  file: Readonly<Record<ScalarFileKey, number | null>>
  /** From the requests it lists; null without them. */
  requests: ScalarValues | null
  /** The same, if it lists their times. */
  times: ScalarValues | null
}>

/** What is known from nowhere is null, or 0 where the summary has no null. The file's own numbers come first. */
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
    inputs: direct('totalInputs') ?? 0,
  }
  return ofEachScalar((name) => {
    const { imported, compute, stored } = scalarOf(name)
    const value = direct(name) ?? (imported === 'totals' ? compute(tally) : null)
    return value ?? (stored.isNullable === true ? null : 0)
  }) as ScalarValues
}
