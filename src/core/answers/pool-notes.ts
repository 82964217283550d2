// Sentences added to the answer of a run: which pool of a prefill/decode pair is the bottleneck, and how full the KV cache was.
import { formatNumber } from '#core/base/numbers.ts'
import { bindingPool, type PoolUse } from '#core/judgement/binding-pool.ts'
import { listed, message, type Message } from '#core/messages/message.ts'
import type { Run } from '#core/model/run/run.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { latencyName } from './load-text.ts'

/** None for a run that was not measured on a pair. */
export function poolNotes(run: Parameters<typeof bindingPool>[0]): readonly Message[] {
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

const usualPercentile = 90
/** Readings are rounded, and the last few blocks are too small for a request. */
const fullPercent = 99.5

type NotedRun = Partial<Pick<Run, 'imported'>> & Readonly<{ summary: RunSummary | null }>

/** None if the cache was far from full, or if it was not read and nothing waited. */
export function cacheNotes({ summary, imported = null }: NotedRun): readonly Message[] {
  const figures = summary?.certainty?.figures.filter(({ metric }) => metric === 'ttft') ?? []
  const { kvCachePercent: used = null, preemptions } = summary?.telemetry?.server ?? {}
  if (used === null) {
    const tails = figures.filter(
      ({ percentile, intervalMs }) => (percentile ?? 0) > usualPercentile && intervalMs !== null,
    )
    const surelyShare = summary?.certainty?.pace?.loadToCapacity?.surelyShare ?? 0
    return imported !== null || surelyShare === 0 || tails.length === 0
      ? []
      : [message('answers.cache.unread', { figures: listed(tails.map(latencyName)) })]
  }
  const hidden = figures.filter(({ isHiddenByCache }) => isHiddenByCache)
  const count = preemptions ?? 0
  if (hidden.length === 0 && used.max < fullPercent && count === 0) return []
  const [mean, most] = [formatNumber(used.mean, 0), formatNumber(used.max, 0)]
  const filled = message('answers.cache.used', { mean, most })
  const use = count === 0 ? filled : message('answers.cache.preempted', { used: filled, count })
  if (hidden.length === 0) return [message('answers.note', { answer: use })]
  const needs = hidden.map((figure) =>
    message('answers.cache.from', { figure: latencyName(figure), count: figure.fewestValues }),
  )
  return [message('answers.cache.hides', { use, figures: listed(needs) })]
}
