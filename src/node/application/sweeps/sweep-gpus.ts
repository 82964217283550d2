// GPUs that a run or sweep occupies on the measured server, from its launch or its own report.
import type { HostFacts } from '#core/model/host-facts.ts'
import type { Server } from '#core/model/server.ts'
import { workerCount } from '#core/vllm/launch/launch-plan.ts'
import { withFlags, type FlagOverrides } from '../servers/flag-overrides.ts'

type GpuUse = Readonly<{
  server: Pick<Server, 'spec' | 'state'>
  /** Flags of a single configuration. */
  overrides: FlagOverrides
  /** Facts of the host it is launched on, if known. */
  hostFacts: Pick<HostFacts, 'gpus'> | null
}>

const parallelFlags = ['tensor', 'pipeline', 'data'].map((kind) => `${kind}-parallel-size`)

/** Null if unknown. */
export function gpusOccupied({ server, overrides, hostFacts }: GpuUse): number | null {
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
