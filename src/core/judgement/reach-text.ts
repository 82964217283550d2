// Half of an interval relative to its figure, as every surface shows it.
import { message, type Text } from '#core/messages/message.ts'
import { mostReach } from '#core/stats/certainty/interval.ts'
import { plainShare } from './client-verdict.ts'

/** "± 40 %", or words for an interval wider than five times its figure, because a percentage of thousands says no more. */
export function reachText(share: number, percentage = plainShare(share)): Text {
  return 2 * share > mostReach
    ? message('judgement.beyondFactor', { factor: mostReach })
    : `± ${percentage}`
}
