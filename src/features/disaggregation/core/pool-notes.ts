// Sentences added to the answer of a run: which pool of a prefill/decode pair is the bottleneck.
import { formatNumber } from '#core/base/numbers.ts'
import { bindingPool, type PoolUse } from './binding-pool.ts'
import type { AnswerFeature, NotedRun } from '#core/answers/answer.ts'
import { listed, message, type Message } from '#core/messages/message.ts'

/** Empty for a run that was not measured on a pair. Exported for tests. */
export function poolNotes(run: NotedRun): readonly Message[] {
  const found = bindingPool(run)
  if (found === null) return []
  if (found.binds === 'not-known') {
    return [message('answers.pools.notKnown', { names: listed(found.missing) })]
  }
  const { prefill, decode } = found.pools
  switch (found.binds) {
    case 'prefill':
      return [message('answers.pools.prefill', { ...queueOf(prefill), other: useText(decode) })]
    case 'decode':
      return [message('answers.pools.decode', { ...queueOf(decode), other: useText(prefill) })]
    case 'both': {
      const waiting = { prefill: mean(prefill.waiting), decode: mean(decode.waiting) }
      return [message('answers.pools.both', waiting)]
    }
    case 'neither': {
      const uses = { prefill: useText(prefill), decode: useText(decode) }
      return [message('answers.pools.neither', uses)]
    }
    case 'transfer':
      return [
        message('answers.pools.transfer', {
          transferring: mean(found.transferring),
          waiting: mean(decode.waiting),
          ms: mean(found.transferMs),
        }),
      ]
  }
}

function queueOf({ queued, instances, waiting }: PoolUse) {
  return { queued, count: instances, waiting: mean(waiting) }
}

/** Reports the slots if known, else the KV cache: without a flag, the number of slots depends on the GPU. */
function useText({ pool, slotShare, kvCachePercent, running }: PoolUse): Message {
  if (slotShare !== null) {
    return message('answers.pools.slots', { pool, share: mean(100 * slotShare) })
  }
  if (kvCachePercent !== null) {
    return message('answers.pools.kvCache', { pool, share: mean(kvCachePercent) })
  }
  return message('answers.pools.running', { pool, count: mean(running) })
}

function mean(value: number | null): string {
  return formatNumber(value, 1)
}

export const pairAnswers: AnswerFeature = { ofRun: poolNotes }
