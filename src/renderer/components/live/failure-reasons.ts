// Failed requests grouped by failure, the most frequent first.
import type { Text } from '#core/messages/message.ts'
import type { RequestRow } from '#contract/views.ts'

type FailureReason = Readonly<{
  message: string
  text: Text
  count: number
  /** Response body of the first one that has one. */
  body: string | null
}>

type FailedRequest = Pick<RequestRow, 'errorMessage' | 'errorText' | 'errorBody'>

export function failureReasons(rows: readonly FailedRequest[]): readonly FailureReason[] {
  const byMessage = new Map<string, FailureReason>()
  for (const { errorMessage, errorText, errorBody } of rows) {
    const message = errorMessage ?? ''
    const known = byMessage.get(message)
    byMessage.set(message, {
      message,
      text: errorText ?? message,
      count: (known?.count ?? 0) + 1,
      body: known?.body ?? errorBody,
    })
  }
  return [...byMessage.values()].sort((a, b) => b.count - a.count)
}
