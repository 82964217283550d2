// Which pool of a prefill/decode pair limited a run. Every surface reads this; none has its own rule. Limits:
// docs/measuring/servers.md, "Which pool binds".
import type { InstanceSummary } from '#core/model/run/telemetry.ts'
import { type PoolKind, poolKinds } from '#core/model/pool-kind.ts'
import type { NotedRun } from '#core/answers/answer.ts'
import { sum } from '#core/base/spread.ts'

/** Mean queue of a full pool. */
const leastQueue = 1
/** Ratio of two queues below which both bind. */
const clearlyLonger = 2
/** Share of the requests waiting for decode that are in transfer; above it, transfers are the bottleneck, not decode. */
const mostlyTransferring = 0.5
/** Minimum share of the run with a known queue; an instance below it is not judged. */
const leastCovered = 0.8

export type PoolUse = Readonly<{
  pool: PoolKind
  instances: number
  /** Instances with a waiting request in any sample. */
  queued: number
  /** Mean number of requests in all instances. */
  waiting: number
  running: number
  /** Mean share of the slots in use, 0–1; null if the number of slots of an instance is unknown. */
  slotShare: number | null
  /** Mean over its instances; null if any does not report it. */
  kvCachePercent: number | null
}>

export type BindingPool =
  | Readonly<{ binds: PoolKind | 'both' | 'neither'; pools: Readonly<Record<PoolKind, PoolUse>> }>
  /** KV cache on its way from prefill to decode. */
  | Readonly<{
      binds: 'transfer'
      pools: Readonly<Record<PoolKind, PoolUse>>
      transferring: number
      transferMs: number | null
    }>
  /** Too little is known about these instances. */
  | Readonly<{ binds: 'not-known'; missing: readonly string[] }>

/** Null for a run that was not measured on a pair. */
export function bindingPool({ summary, launch = null }: NotedRun): BindingPool | null {
  const sampled = summary?.telemetry?.instances ?? []
  const started = launch?.instances ?? []
  const names =
    started.length > 0 ? started.map(({ name }) => name) : sampled.map(({ label }) => label)
  if (names.length === 0) return null
  const missing = names.filter((name) => !isCovered(sampled.find(({ label }) => label === name)))
  const withoutInstance = poolKinds.filter((pool) => sampled.every((one) => one.pool !== pool))
  if (missing.length > 0 || withoutInstance.length > 0) {
    return { binds: 'not-known', missing: missing.length > 0 ? missing : withoutInstance }
  }
  const slots = new Map(started.map((one) => [one.name, one.slots]))
  const [prefill, decode] = [useOf('prefill', sampled, slots), useOf('decode', sampled, slots)]
  const pools = { prefill, decode }
  const transferring = transfersOf(sampled)
  const isTransfer =
    prefill.waiting < clearlyLonger * decode.waiting &&
    decode.waiting >= leastQueue &&
    transferring >= mostlyTransferring * decode.waiting
  if (isTransfer) return { binds: 'transfer', pools, transferring, transferMs: timeOf(sampled) }
  return { binds: longerQueue(prefill.waiting, decode.waiting), pools }
}

/** Every request passes both pools, so by Little's law the longer queue is the longer wait. */
function longerQueue(prefill: number, decode: number): PoolKind | 'both' | 'neither' {
  if (Math.max(prefill, decode) < leastQueue) return 'neither'
  if (prefill >= clearlyLonger * decode) return 'prefill'
  return decode >= clearlyLonger * prefill ? 'decode' : 'both'
}

function isCovered(instance: InstanceSummary | undefined): boolean {
  return instance !== undefined && instance.coveredShare >= leastCovered
}

function useOf(
  pool: PoolKind,
  sampled: readonly InstanceSummary[],
  slots: ReadonlyMap<string, number | null>,
): PoolUse {
  const own = sampled.filter((one) => one.pool === pool)
  const running = sum(own.map(({ requestsRunning }) => requestsRunning?.mean ?? 0))
  const places = known(own.map(({ label }) => slots.get(label) ?? null))
  const caches = known(own.map(({ kvCachePercent }) => kvCachePercent?.mean ?? null))
  return {
    pool,
    instances: own.length,
    queued: own.filter(({ requestsWaiting }) => (requestsWaiting?.max ?? 0) > 0).length,
    waiting: sum(own.map(({ requestsWaiting }) => requestsWaiting?.mean ?? 0)),
    running,
    slotShare: places === null ? null : running / sum(places),
    kvCachePercent: caches === null ? null : sum(caches) / caches.length,
  }
}

function known(values: readonly (number | null)[]): number[] | null {
  const all = values.filter((value) => value !== null)
  return all.length < values.length || all.length === 0 ? null : all
}

/** Mean number of transfers in progress. Either side may report them; with NIXL the reader does. */
function transfersOf(sampled: readonly InstanceSummary[]): number {
  const bySide = poolKinds.map((pool) =>
    sum(sampled.filter((one) => one.pool === pool).map(({ transferring }) => transferring ?? 0)),
  )
  return Math.max(...bySide)
}

/** Mean of its instances, weighted by their transfers. */
function timeOf(sampled: readonly InstanceSummary[]): number | null {
  const timed = sampled.flatMap(({ transferMs, transferring }) =>
    transferMs === null || transferMs === 0 || transferring === null
      ? []
      : [{ count: transferring / transferMs, transferring }],
  )
  const count = sum(timed.map((one) => one.count))
  return count === 0 ? null : sum(timed.map(({ transferring }) => transferring)) / count
}
