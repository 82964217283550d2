// How well the shares of reasoning in the output and of cached tokens in the prompts are known: each response is a cluster
// of tokens.
import type { Certainty } from '#core/model/run/certainty.ts'
import { NumberList } from '../durations/number-list.ts'
import { type MeasuredRequest, reasoned, successesIn } from '../measured-request.ts'
import { intervalOf } from './batch-means.ts'
import { clusterRatio } from './gap-certainty.ts'
import type { Interval } from './interval.ts'

/** Absent where not known of every response, or of too few. */
export function tokenShares(
  requests: Iterable<MeasuredRequest>,
  stretches: number,
): Pick<Certainty, 'reasoningShare' | 'cachedShare'> {
  const [outputs, reasoning] = [new NumberList(), new NumberList()]
  const [prompts, cached] = [new NumberList(), new NumberList()]
  let isReasoningKnown = true
  for (const request of successesIn(requests)) {
    outputs.add(request.outputTokens)
    reasoning.add(request.reasoningTokens ?? 0)
    if (reasoned(request) && request.reasoningTokens === undefined) isReasoningKnown = false
    prompts.add(request.promptTokens)
    cached.add(request.cachedTokens ?? 0)
  }
  const reasoningShare = isReasoningKnown ? shareInterval(reasoning, outputs, stretches) : null
  const cachedShare = shareInterval(cached, prompts, stretches)
  return { ...(reasoningShare && { reasoningShare }), ...(cachedShare && { cachedShare }) }
}

function shareInterval(parts: NumberList, wholes: NumberList, stretches: number): Interval | null {
  if (!parts.all.some((part) => part > 0)) return null
  const ratio = clusterRatio(parts.all, wholes.all, stretches)
  if (ratio === null) return null
  const { low, high } = intervalOf(ratio)
  return { low: Math.max(0, low), high: Math.min(1, high) }
}
