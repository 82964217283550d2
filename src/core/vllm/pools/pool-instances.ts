// The instances of a prefill/decode pair: what each gets of flags, GPUs and ports, as a launch of its own.
import type { LaunchProfile } from '#core/model/server/launch-profile.ts'
import { type PoolKind, poolKinds } from '#core/model/server/pool-kind.ts'
import type { Launch, RunInstance } from '#core/model/server/launch.ts'
import type { ServeConfig } from '#core/model/server/serve-config.ts'
import { numberSet, parallelSize, workerCount } from '../rules/launch-plan.ts'

export type PoolInstance = Readonly<{
  /** `prefill-0`; labels its lines of the log. */
  name: string
  pool: PoolKind
  port: number
  profile: LaunchProfile
}>

type PairPlace = Readonly<{
  /** Of the router. */
  port: number
  /** On its host; none where it was not checked. */
  takenPorts?: ReadonlySet<number> | undefined
}>

/** Only the router listens for others. */
export const instanceAddress = '127.0.0.1'

/** NIXL does not tell the roles apart; connectors that do need them. */
const usualRole: Readonly<Record<PoolKind, string>> = {
  prefill: 'kv_producer',
  decode: 'kv_consumer',
}

/** Prefill first: a router starts when all are ready. Empty for a server that is no pair. */
export function instancesOf(profile: LaunchProfile, place: PairPlace): PoolInstance[] {
  const { disaggregation } = profile
  if (disaggregation === null) return []
  const wanted = poolKinds.flatMap((pool) =>
    Array.from({ length: disaggregation[pool].instances }, (_, index) => ({
      ...{ name: `${pool}-${index}`, pool },
      config: poolConfig(profile, pool),
    })),
  )
  const sizes = wanted.map(({ config }) => parallelSize({ config }, 'data'))
  const ports = portsBehind(place, sizes)
  const gpus = shares(profile.gpus, wanted.map(workersIn))
  return wanted.map(({ name, pool, config }, index) => {
    const port = ports[index] ?? 0
    // One port per data parallel rank, from this one on.
    const sideChannel = { VLLM_NIXL_SIDE_CHANNEL_PORT: String(port + 1) }
    const environment = { ...profile.environment, ...sideChannel }
    const own = { config, environment, gpus: gpus?.[index] ?? null, address: instanceAddress }
    return { name, pool, port, profile: { ...profile, ...own, port, disaggregation: null } }
  })
}

/** As a run keeps them; undefined for a launch that is no pair. */
export function runInstances({ profile, instances }: Launch): RunInstance[] | undefined {
  return instances?.map(({ name, pool }) => {
    const plan = { config: poolConfig(profile, pool) }
    const slots = numberSet(plan, 'max-num-seqs')
    // Each data parallel rank has its own.
    return { name, pool, slots: slots === null ? null : slots * parallelSize(plan, 'data') }
  })
}

/** For a router that prints its own metrics: between its port and those of the instances. */
export function routerMetricsPort(place: PairPlace): number {
  return freeFrom(place.port + 1, 1, place.takenPorts)
}

/** The flags of a pool go over those of the profile. */
export function poolConfig({ config, disaggregation }: LaunchProfile, pool: PoolKind): ServeConfig {
  const transfer = { kv_connector: 'NixlConnector', kv_role: usualRole[pool] }
  const own = disaggregation?.[pool].flags ?? {}
  return { ...config, flags: { 'kv-transfer-config': transfer, ...config.flags, ...own } }
}

/** GPUs that all its instances need together. */
export function gpusOfPair(profile: LaunchProfile): number {
  const counts = poolKinds.map(
    (pool) =>
      (profile.disaggregation?.[pool].instances ?? 0) *
      workerCount({ config: poolConfig(profile, pool) }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

function workersIn({ config }: Readonly<{ config: ServeConfig }>): number {
  return workerCount({ config })
}

/** One after the other; null where the server sees all there are, which are not known. */
function shares(gpus: readonly string[] | null, counts: readonly number[]): string[][] | null {
  if (gpus === null) return null
  const begins = counts.map((_, i) => counts.slice(0, i).reduce((sum, count) => sum + count, 0))
  return counts.map((count, i) => gpus.slice(begins[i], (begins[i] ?? 0) + count))
}

/** For each size, a port with that many free ones behind it. */
function portsBehind(place: PairPlace, sizes: readonly number[]): number[] {
  const ports: number[] = []
  let next = routerMetricsPort(place) + 1
  for (const size of sizes) {
    const port = freeFrom(next, size + 1, place.takenPorts)
    ports.push(port)
    next = port + size + 1
  }
  return ports
}

function freeFrom(first: number, count: number, taken: ReadonlySet<number> = new Set()): number {
  const isFree = (port: number) =>
    Array.from({ length: count }, (_, i) => port + i).every((one) => !taken.has(one))
  let port = first
  while (!isFree(port)) port++
  return port
}
