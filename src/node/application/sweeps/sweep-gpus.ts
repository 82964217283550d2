// GPUs that a sweep occupies: of the server that is measured, by what its launch or the server itself states.
import type { HostFacts } from '#core/model/host/host-facts.ts'
import type { Server } from '#core/model/server/server.ts'
import { workerCount } from '#core/vllm/rules/launch-plan.ts'
import { withFlags, type FlagOverrides } from '../servers/flag-overrides.ts'

type Occupied = Readonly<{
  server: Pick<Server, 'spec' | 'state'>
  /** Of one configuration. */
  overrides: FlagOverrides
  /** Of the host it is launched on, where they are known. */
  hostFacts: Pick<HostFacts, 'gpus'> | null
}>

const parallelFlags = ['tensor', 'pipeline', 'data'].map((kind) => `${kind}-parallel-size`)

/** Null where nothing states it. */
export function gpusOccupied({ server, overrides, hostFacts }: Occupied): number | null {
  const { spec, state } = server
  if (spec.kind === 'launched') {
    const hasNone = spec.profile.job === null && hostFacts?.gpus.length === 0
    const { config } = spec.profile
    return hasNone ? null : workersOf(withFlags(config.flags, overrides))
  }
  if (parallelFlags.some((flag) => (overrides[flag] ?? null) !== null))
    return workersOf(withFlags({}, overrides))
  const stated = state.state === 'ready' ? state.facts.gpuCount : undefined
  return stated ?? (spec.kind === 'attached' ? spec.gpuCount : undefined) ?? null
}

function workersOf(flags: ReturnType<typeof withFlags>): number {
  return workerCount({ config: { model: '', flags, rawArguments: [] } })
}
