// Failed requests grouped by failure, the most frequent first.
import type { RequestRow } from '#contract/views.ts'

type FailureReason = Readonly<{
  message: string
  count: number
  /** Response body of the first of them that has one. */
  body: string | null
}>

type FailedRequest = Pick<RequestRow, 'errorMessage' | 'errorBody'>

export function failureReasons(rows: readonly FailedRequest[]): readonly FailureReason[] {
  const byMessage = new Map<string, FailureReason>()
  for (const { errorMessage, errorBody } of rows) {
    const message = errorMessage ?? ''
    const known = byMessage.get(message)
    byMessage.set(message, {
      message,
      count: (known?.count ?? 0) + 1,
      body: known?.body ?? errorBody,
    })
  }
  return [...byMessage.values()].sort((a, b) => b.count - a.count)
}
