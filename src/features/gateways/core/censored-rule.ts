// Whether the requests that the client cancelled bias the latencies of the others.
import type { Reason } from '#core/model/run/judgement.ts'

type JudgedRequests = Readonly<{
  config: Readonly<{ cancelAfter: string | null; cancelShare: number }>
  summary: Readonly<{ completed: number; clientCancelled: number | null }>
}>

/** Maximum shares of cancelled requests, and of completed requests due for cancellation, that leave latencies unaffected. */
const tolerableCensoredShare = 0.01
const tolerableEarlierShare = 0.05

/**
 * Cancellation spares requests that completed first, the fast and short ones, so latencies of completed requests are biased low.
 * The expected number is subject to chance, hence the two standard errors.
 */
export function censoredEvidence({ config, summary }: JudgedRequests): Reason['evidence'] | null {
  const { cancelAfter, cancelShare: share } = config
  const { completed, clientCancelled } = summary
  const cancelled = clientCancelled ?? 0
  if (cancelAfter === null || cancelled === 0 || completed === 0) return null
  const requests = completed + cancelled
  const errorOfTwo = 2 * Math.sqrt(requests * share * (1 - share))
  const earlier = Math.min(completed, requests * share - cancelled) - errorOfTwo
  const missingShare = cancelled / requests
  const isBiased =
    earlier / completed > tolerableEarlierShare && missingShare > tolerableCensoredShare
  return isBiased ? { clientCancelled: cancelled, requests, share: missingShare } : null
}
