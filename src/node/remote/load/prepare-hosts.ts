// Ensures that several hosts can send load, all at once.
import type { SentBytes } from '#core/model/run/benchmark-step.ts'
import type { Host } from '../host.ts'
import { prepareRemoteLoad } from './prepare-remote-load.ts'

/** `onSent` receives the bytes of all together. */
export async function prepareHosts(
  hosts: readonly Host[],
  onSent: (sent: SentBytes) => void,
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
          onSent({
            sentBytes: total(({ sentBytes }) => sentBytes),
            totalBytes: total(({ totalBytes }) => totalBytes),
          })
        },
      }),
    ),
  )
}
