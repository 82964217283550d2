// Failed requests gathered by what went wrong, the most frequent first.
import type { RequestRow } from '#contract/views.ts'

type FailureReason = Readonly<{
  message: string
  count: number
  /** What the server said to the first of them that has its words. */
  body: string | null
}>

type Failed = Pick<RequestRow, 'errorMessage' | 'errorBody'>

export function failureReasons(rows: readonly Failed[]): readonly FailureReason[] {
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
