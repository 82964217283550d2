// Cancels the chosen requests, after a time or a number of tokens.
import { message } from '#core/messages/message.ts'
import { failure } from '#node/load/failure.ts'
import type { RequestConduct } from '#node/load/request-conduct.ts'
import { type CancelAfter, cancelAfterOf, isToBeCancelled } from '../core/cancel-policy.ts'

export const cancellation: RequestConduct = {
  cutOf({ cancelAfter, cancelShare: share, seed }) {
    const after = cancelAfter === null ? null : cancelAfterOf(cancelAfter)
    if (after === null) return null
    const isChosen = (index: number) => isToBeCancelled({ share, seed }, index)
    return { ...after, error: clientCancelled(after), isChosen }
  },
}

function clientCancelled({ unit, amount }: CancelAfter) {
  return failure(
    'client-cancelled',
    unit === 's'
      ? message('runs.failed.clientCancelledTime', { seconds: amount })
      : message('runs.failed.clientCancelledTokens', { tokens: amount }),
  )
}
