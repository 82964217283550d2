// The sender of a benchmark's load: hosts, or a sender of a feature.
import { isSentBy } from '#core/flags/sender-traits.ts'
import type { Host } from '../host.ts'
import * as features from './features.ts'
import { createHostLoadRunner } from './host-load-runner.ts'
import { prepareHosts } from './prepare-remote-load.ts'
import type { LoadSender, SenderKind, SenderSettings } from './sender-kind.ts'

export const senderKinds: readonly SenderKind[] = Object.values(features)

/** Kind of a sender provided by a feature. */
export function senderKind(on: string | null): SenderKind | undefined {
  return senderKinds.find(({ prefix }) => isSentBy(on, prefix))
}

export async function loadSender(
  hosts: readonly Host[],
  settings: SenderSettings,
): Promise<LoadSender> {
  const kind = senderKind(settings.on)
  if (kind !== undefined) return kind.open(settings, hosts)
  return {
    prepareHost: (report, signal) => prepareHosts(hosts, report, signal),
    runLoad: createHostLoadRunner(hosts, { allowsClockSkew: settings.allowClockSkew }),
    close: () => Promise.resolve(),
  }
}
