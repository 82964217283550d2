// The memory of the GPUs a server would see, as reported by its host.
import type { HostFacts } from '#core/model/host/host-facts.ts'
import type { LaunchProfile } from '#core/model/server/launch-profile.ts'
import type { GpuMemory } from './launch-plan.ts'

/** Null where nvidia-smi reported nothing. */
export function gpusOf(facts: HostFacts, chosen: LaunchProfile['gpus']): GpuMemory[] | null {
  const gpus = facts.gpus.filter(
    ({ index, uuid }) => chosen === null || chosen.includes(String(index)) || chosen.includes(uuid),
  )
  const memory = gpus.flatMap(({ name, memoryTotalMiB: totalMiB, memoryUsedMiB }) =>
    totalMiB === null || memoryUsedMiB === null
      ? []
      : [{ name, totalMiB, freeMiB: totalMiB - memoryUsedMiB }],
  )
  return facts.gpus.length === 0 || memory.length < gpus.length ? null : memory
}
