// Sets beside what a server's prefix cache knew of a run what it could have learnt from the run itself.
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import { compatProfileOf } from '#core/compat/compat-profile-of.ts'
import type { ServerActivity } from '#core/model/server/server-activity.ts'
import { hasNewPrompts } from '#core/stats/warm-cache.ts'
import { repeatedTokens } from '#core/workload/random/repeated-tokens.ts'
import type { SampledRequest } from '#core/workload/sampled-request.ts'

type Sent = Readonly<{
  requests: readonly SampledRequest[]
  sent: number
  warmUp: readonly SampledRequest[]
}>

export function withRepeatedTokens(
  activity: ServerActivity | null,
  config: BenchmarkConfig,
  { requests, sent, warmUp }: Sent,
): ServerActivity | null {
  if (!activity?.prefixCache || !hasNewPrompts(config)) return activity
  const before = [...(sendsFirst(config) ? requests.slice(0, 1) : []), ...warmUp]
  const repeated = repeatedTokens({ requests, sent, before })
  return { ...activity, prefixCache: { ...activity.prefixCache, repeated } }
}

/** Warm-ups and ready checks are the first request. */
function sendsFirst(config: BenchmarkConfig): boolean {
  return isReadyChecked(config) || config.numWarmups > 0
}

export function isReadyChecked(config: BenchmarkConfig): boolean {
  return config.readyCheckTimeoutSec > 0 || compatProfileOf(config).console.testsFirst
}
