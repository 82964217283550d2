// The sender of a benchmark's load: hosts, a job submitted by a single host, or a feature's.
import { featureSender, isSentByJob } from '#core/flags/load-senders.ts'
import type { Host } from '../host.ts'
import * as features from './features.ts'
import { createHostLoadRunner } from './host-load-runner.ts'
import { loadJobOrder } from '#core/flags/load-job.ts'
import { createJobLoad } from './job-load.ts'
import { prepareHosts } from './prepare-remote-load.ts'
import type { LoadSender, Prepare, SenderKind, SenderSettings } from './sender-kind.ts'

export const senderKinds: readonly SenderKind[] = Object.values(features)

/** Kind of a sender that a feature brings. */
export function senderKind(on: string | null): SenderKind {
  const kind = senderKinds.find(({ prefix }) => on?.startsWith(prefix))
  if (kind === undefined) throw new Error(`No feature sends load from ${on}.`)
  return kind
}

export async function loadSender(
  hosts: readonly Host[],
  settings: SenderSettings,
): Promise<LoadSender> {
  if (featureSender(settings.on) !== null) return senderKind(settings.on).open(settings)
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
