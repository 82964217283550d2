// Which of a host's GPUs a server uses, by what it was launched with.
import type { LaunchProfile } from '../model/server/launch-profile.ts'
import { spansHosts, workerCount } from '../vllm/rules/launch-plan.ts'

export type GpuFilter = (gpu: Readonly<{ index: number; uuid: string }>) => boolean

/** A server that sees all of them takes the first, one per worker. */
export function gpusOfLaunch({ gpus, config }: LaunchProfile): GpuFilter {
  if (gpus !== null) return ({ index, uuid }) => gpus.includes(String(index)) || gpus.includes(uuid)
  if (spansHosts({ config })) return () => true
  const workers = workerCount({ config })
  return ({ index }) => index < workers
}
