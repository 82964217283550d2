// Intervals of the shares of reasoning tokens and of prompt tokens from a cache, and of their means.
import type { Certainty } from '#core/model/run/certainty.ts'
import { type MeasuredRequest, reasoned, successesIn } from '#core/records/measured-request.ts'
import { NumberList } from '../durations/number-list.ts'
import { intervalOf } from './batch-means.ts'
import { clusterRatio } from './gap-certainty.ts'
import type { Interval } from './interval.ts'

/** Absent if unknown for any response, or if there are too few. */
export function tokenShares(
  requests: Iterable<MeasuredRequest>,
  stretches: number,
): Pick<Certainty, 'reasoningShare' | 'cachedShare' | 'meanReasoningTokens' | 'meanCachedTokens'> {
  const [outputs, reasoning] = [new NumberList(), new NumberList()]
  const [prompts, cached] = [new NumberList(), new NumberList()]
  const ones = new NumberList()
  let isReasoningKnown = true
  for (const request of successesIn(requests)) {
    outputs.add(request.outputTokens)
    reasoning.add(request.reasoningTokens ?? 0)
    if (reasoned(request) && request.reasoningTokens === undefined) isReasoningKnown = false
    prompts.add(request.promptTokens)
    cached.add(request.cachedTokens ?? 0)
    ones.add(1)
  }
  const within = (parts: NumberList, wholes: NumberList, most: number) =>
    ratioInterval({ parts, wholes, most, stretches })
  const reasoningShare = isReasoningKnown ? within(reasoning, outputs, 1) : null
  const meanReasoningTokens = isReasoningKnown ? within(reasoning, ones, Infinity) : null
  const cachedShare = within(cached, prompts, 1)
  const meanCachedTokens = within(cached, ones, Infinity)
  return {
    ...(reasoningShare && { reasoningShare }),
    ...(meanReasoningTokens && { meanReasoningTokens }),
    ...(cachedShare && { cachedShare }),
    ...(meanCachedTokens && { meanCachedTokens }),
  }
}

type Ratio = Readonly<{ parts: NumberList; wholes: NumberList; most: number; stretches: number }>

function ratioInterval({ parts, wholes, most, stretches }: Ratio): Interval | null {
  if (!parts.all.some((part) => part > 0)) return null
  const ratio = clusterRatio(parts.all, wholes.all, stretches)
  if (ratio === null) return null
  const { low, high } = intervalOf(ratio)
  return { low: Math.max(0, low), high: Math.min(most, high) }
}
