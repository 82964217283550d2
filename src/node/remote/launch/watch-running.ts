// Watches a server that is up, until it ends without being asked to.
import { setTimeout as delay } from 'node:timers/promises'
import type { Launch } from '#core/model/launch.ts'
import { endedServer } from './ended-server.ts'
import type { Launcher } from './launcher.ts'
import type { LogWatch } from './log-watch.ts'

const pollMs = 2000

/** Rejects when it ended, when its host is gone for good, or with the reason of the signal. */
export async function watchRunning(
  launcher: Launcher,
  launch: Launch,
  { watch, signal }: Readonly<{ watch: LogWatch; signal: AbortSignal }>,
): Promise<never> {
  for (;;) {
    await delay(pollMs, undefined, { signal })
    const status = await launcher.status(launch.id)
    await watch.read()
    signal.throwIfAborted()
    if (!status.isServerAlive) throw await endedServer(launcher, launch, watch)
  }
}
