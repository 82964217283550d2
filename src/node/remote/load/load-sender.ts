// The sender of a benchmark's load: hosts, a job submitted by a single host, or pods.
import type { LoadJobSettings } from '#core/flags/load-job.ts'
import type { LoadPodSettings } from '#core/flags/load-pods.ts'
import { isSentByJob, isSentByPods } from '#core/flags/load-senders.ts'
import type { LoadRunner } from '#node/load/load-runner.ts'
import type { Host } from '../host.ts'
import { createHostLoadRunner } from './host-load-runner.ts'
import { loadJobOrder } from './job-order.ts'
import { createJobLoad } from './job-load.ts'
import { prepareHosts } from './prepare-hosts.ts'
import type { Prepare } from './pod-load.ts'

export type LoadSender = Readonly<{
  prepareHost: Prepare
  /** Requests a job; absent for other senders. */
  allocate?: Prepare
  runLoad: LoadRunner
  /** Ends the sender; nothing is left of a job. */
  close(): Promise<void>
}>

/** The settings of a benchmark that decide its sender. */
export type SenderSettings = LoadJobSettings &
  LoadPodSettings &
  Readonly<{ on: string | null; allowClockSkew: boolean }>

/** Loads the Kubernetes client on demand. */
export async function loadSender(
  hosts: readonly Host[],
  settings: SenderSettings,
): Promise<LoadSender> {
  if (isSentByPods(settings.on)) {
    const { createPodLoad } = await import('./pod-load.ts')
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
