// What a search knows, and what it wants next.
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { SearchAnswer, SearchReason } from '#core/model/sweep/sweep-search.ts'

/** A run the search asked for; without a summary where it failed or was given up. */
export type Tried = Readonly<{
  load: number
  repeat: number
  /** Times the usual length; 1 unless given. */
  length?: number
  config: BenchmarkConfig
  summary: RunSummary | null
}>

export type MeasuredTry = Tried & Readonly<{ summary: RunSummary }>

export function isMeasured(run: Tried): run is MeasuredTry {
  return run.summary !== null
}

export type SearchStep =
  | Readonly<{
      kind: 'measure'
      load: number
      repeat: number
      reason: SearchReason
      /** Times the usual length of a run of the search. */
      length: number
    }>
  | Readonly<{ kind: 'done'; answer: SearchAnswer }>

/** The load once more where it was measured before. */
export function measure(
  tried: readonly Tried[],
  load: number,
  reason: SearchReason,
  length = 1,
): SearchStep {
  const repeat = tried.filter((each) => each.load === load).length
  return { kind: 'measure', load, repeat, reason: repeat > 0 ? 'repeating' : reason, length }
}
