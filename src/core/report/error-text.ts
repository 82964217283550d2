// Failures of a run as text, for result files and for the lines before a report.
import { isFailure } from '#core/records/request-outcome.ts'
import type { RequestRecord } from '#core/records/request-record.ts'

const shownFailures = 10

/** Empty for a successful response; our text precedes the server's message. */
export function errorText({ error }: RequestRecord): string {
  if (error === null) return ''
  return error.body === null ? error.message : `${error.message}\n${error.body}`
}

/** The first few failures, as the original lists them. */
export function failureLines(records: readonly RequestRecord[]): readonly string[] {
  const failed = records.filter(({ error }) => isFailure(error))
  if (failed.length === 0) return []
  return [
    `Failed requests during benchmark run detected (capping to ${shownFailures}):`,
    ...failed
      .slice(0, shownFailures)
      .map((record, index) => `Error ${index}: ${errorText(record)}`),
  ]
}
