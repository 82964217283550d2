// Runs of a search, and the next run that it needs.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { SearchAnswer, SearchReason } from '#core/model/sweep-search.ts'

/** A run requested by the search; without a summary if it failed or was abandoned. */
export type SearchTry = Readonly<{
  load: number
  repeat: number
  /** Multiple of the usual length; 1 by default. */
  length?: number
  config: BenchmarkConfig
  summary: RunSummary | null
}>

export type MeasuredTry = SearchTry & Readonly<{ summary: RunSummary }>

export function isMeasured(run: SearchTry): run is MeasuredTry {
  return run.summary !== null
}

export type SearchStep =
  | Readonly<{
      kind: 'measure'
      load: number
      repeat: number
      reason: SearchReason
      /** Multiple of the search's usual run length. */
      length: number
    }>
  | Readonly<{ kind: 'done'; answer: SearchAnswer }>

/** Repeats a load that was measured before. */
export function measure(
  tried: readonly SearchTry[],
  load: number,
  reason: SearchReason,
  length = 1,
): SearchStep {
  const repeat = tried.filter((each) => each.load === load).length
  return { kind: 'measure', load, repeat, reason: repeat > 0 ? 'repeating' : reason, length }
}
