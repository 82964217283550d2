// Processes of others that hold memory of a server's GPUs after it has ended; we do not end them.
import type { GpuProcess, HostFacts } from '../model/host/host-facts.ts'
import type { GpuFilter } from '../telemetry/gpus-of-launch.ts'

type Reported = Pick<HostFacts, 'gpus' | 'gpuProcesses'>

export function gpuUsers({ gpus, gpuProcesses }: Reported, isUsed: GpuFilter): GpuProcess[] {
  const uuids = new Set(gpus.filter(isUsed).map(({ uuid }) => uuid))
  return gpuProcesses.filter(({ gpuUuid }) => uuids.has(gpuUuid))
}

/** `root: VLLM::EngineCore (4242), 71890 MiB` */
export function gpuUserText({ owner, name, pid, memoryUsedMiB }: GpuProcess): string {
  const memory = memoryUsedMiB === null ? '' : `, ${memoryUsedMiB} MiB`
  return `${owner ?? '?'}: ${name} (${pid})${memory}`
}
