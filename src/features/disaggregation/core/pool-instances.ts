// Instances of a prefill/decode pair: flags, GPUs and ports of each, as a separate launch.
import type { LaunchProfile, ServeConfig } from '#core/model/launch-profile.ts'
import { type PoolKind, poolKinds } from '#core/model/pool-kind.ts'
import {
  type GroupInstance,
  type GroupPlace,
  instanceAddress,
} from '#core/vllm/launch/launch-group.ts'
import { parallelSize, workerCount } from '#core/vllm/launch/launch-plan.ts'

/** NIXL does not distinguish the roles, but other connectors need them. */
const usualRole: Readonly<Record<PoolKind, string>> = {
  prefill: 'kv_producer',
  decode: 'kv_consumer',
}

/** Prefill first. Empty for a server that is not a pair. */
export function instancesOf(profile: LaunchProfile, place: GroupPlace): GroupInstance[] {
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
    // One port per data parallel rank, starting with this one.
    const sideChannel = { VLLM_NIXL_SIDE_CHANNEL_PORT: String(port + 1) }
    const environment = { ...profile.environment, ...sideChannel }
    const own = { config, environment, gpus: gpus?.[index] ?? null, address: instanceAddress }
    return { name, pool, port, profile: { ...profile, ...own, port, disaggregation: null } }
  })
}

/** Port for a router with its own metrics: between its main port and the ports of the instances. */
export function routerMetricsPort(place: GroupPlace): number {
  return freeFrom(place.port + 1, 1, place.takenPorts)
}

/** Flags of a pool override the flags of the profile. */
export function poolConfig({ config, disaggregation }: LaunchProfile, pool: PoolKind): ServeConfig {
  const transfer = { kv_connector: 'NixlConnector', kv_role: usualRole[pool] }
  const own = disaggregation?.[pool].flags ?? {}
  return { ...config, flags: { 'kv-transfer-config': transfer, ...config.flags, ...own } }
}

/** Total GPUs of all its instances. */
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

/** Consecutive GPUs per instance; null if the server sees all GPUs and these are unknown. */
function shares(gpus: readonly string[] | null, counts: readonly number[]): string[][] | null {
  if (gpus === null) return null
  const begins = counts.map((_, i) => counts.slice(0, i).reduce((sum, count) => sum + count, 0))
  return counts.map((count, i) => gpus.slice(begins[i], (begins[i] ?? 0) + count))
}

/** Finds for each size a port followed by that many free ports. */
function portsBehind(place: GroupPlace, sizes: readonly number[]): number[] {
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
