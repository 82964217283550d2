// Where a benchmark is sent from as one sender of load: hosts, a job that the only one of them submits, or pods.
import type { LoadJobSettings } from '#core/flags/load-job.ts'
import type { LoadPodSettings } from '#core/flags/load-pods.ts'
import { isSentByJob, isSentByPods } from '#core/model/host/load-hosts.ts'
import type { LoadRunner } from '#node/load/load-runner.ts'
import type { Host } from '../host.ts'
import { createHostLoadRunner } from './host-load-runner.ts'
import { createJobLoad } from './job/job-load.ts'
import { loadJobOrder } from './job/job-order.ts'
import { prepareHosts } from './prepare-hosts.ts'
import type { Prepare } from './pods/pod-load.ts'

export type LoadSender = Readonly<{
  prepareHost: Prepare
  /** Of a job alone. */
  allocate?: Prepare
  runLoad: LoadRunner
  /** Nothing of a job is left then. */
  close(): Promise<void>
}>

/** The part of a benchmark that decides where its load comes from. */
export type SenderSettings = LoadJobSettings &
  LoadPodSettings &
  Readonly<{ on: string | null; allowClockSkew: boolean }>

/** The client of Kubernetes is loaded on demand. */
export async function loadSender(
  hosts: readonly Host[],
  settings: SenderSettings,
): Promise<LoadSender> {
  if (isSentByPods(settings.on)) {
    const { createPodLoad } = await import('./pods/pod-load.ts')
    return createPodLoad(settings)
  }
  const sharding = { allowsClockSkew: settings.allowClockSkew }
  const prepareHost: Prepare = (report, signal) => prepareHosts(hosts, report, signal)
  const [host] = hosts
  if (host !== undefined && isSentByJob(settings.on)) {
    const { allocate, run, close } = createJobLoad(host, loadJobOrder(settings), sharding)
    return { prepareHost, allocate, runLoad: run, close }
  }
  return {
    prepareHost,
    runLoad: createHostLoadRunner(hosts, sharding),
    close: () => Promise.resolve(),
  }
}
