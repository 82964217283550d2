// Failed and rejected requests grouped by reason, each with the server's own words.
import type { RequestRow } from '#contract/views.ts'
import { outcomeOf, type RequestOutcome } from '#core/records/request-outcome.ts'
import type { ErrorGroup } from '#core/model/run/run-summary.ts'

export type ServerWords = Readonly<{ text: string; count: number }>

export type FailureGroup = ErrorGroup &
  Readonly<{
    /** Different bodies among the loaded requests, most frequent first. */
    words: readonly ServerWords[]
  }>

/** A request that was cancelled or cut short needs no explanation. */
const shown: ReadonlySet<RequestOutcome> = new Set(['failed', 'rejected'])

export function failureGroups(
  groups: readonly ErrorGroup[],
  failed: readonly RequestRow[],
): FailureGroup[] {
  return groups
    .filter((group) => shown.has(outcomeOf(group)))
    .toSorted((a, b) => b.count - a.count)
    .map((group) => ({
      ...group,
      words: wordsOf(
        failed.filter((row) => row.errorCode === group.code && row.errorMessage === group.message),
      ),
    }))
}

function wordsOf(rows: readonly RequestRow[]): ServerWords[] {
  const counts = new Map<string, number>()
  for (const { errorBody } of rows) {
    if (errorBody !== null) counts.set(errorBody, (counts.get(errorBody) ?? 0) + 1)
  }
  return [...counts].map(([text, count]) => ({ text, count })).sort((a, b) => b.count - a.count)
}
