// Ensures that several hosts can send load, all at once.
import type { SentBytes, StepDetail } from '#core/model/run/benchmark-step.ts'
import type { Host } from '../host.ts'
import { prepareRemoteLoad } from './prepare-remote-load.ts'

/** Reports the bytes of all together. */
export async function prepareHosts(
  hosts: readonly Host[],
  report: (detail: StepDetail) => void,
  signal: AbortSignal,
): Promise<void> {
  const sent = new Map<Host, SentBytes>()
  const total = (of: (part: SentBytes) => number) =>
    [...sent.values()].reduce((sum, part) => sum + of(part), 0)
  await Promise.all(
    hosts.map((host) =>
      prepareRemoteLoad(host, {
        signal,
        onSent(part) {
          sent.set(host, part)
          const sentBytes = total((each) => each.sentBytes)
          const totalBytes = total((each) => each.totalBytes)
          report({ sent: { sentBytes, totalBytes } })
        },
      }),
    ),
  )
}
