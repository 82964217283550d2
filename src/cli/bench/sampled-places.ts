// What is sampled while a run of the command line is measured: its server, and its GPUs where it is one of ours.
import type { Launch, RunLaunch } from '#core/model/server/launch.ts'
import type { ServerAccess } from '#node/http/http-client.ts'
import type { Host } from '#node/remote/host.ts'
import { localHost } from '#node/remote/local-host.ts'
import { launchedAt, runLaunchOf } from './launched-at.ts'
import type { LoadPlace } from './load-place.ts'

export type Sampled = Readonly<{
  server: ServerAccess
  /** The host that sends the load, if that is not this very process. */
  host: Host | null
  /** Null for a server that was not launched by us. */
  launch: Launch | null
  runLaunch: RunLaunch | null
}>

export async function sampledPlaces(
  { host, loadBaseUrl }: Pick<LoadPlace, 'host' | 'loadBaseUrl'>,
  server: ServerAccess,
): Promise<Sampled> {
  const where = host ?? localHost()
  const isThere = host !== null || isLoopback(new URL(loadBaseUrl).hostname)
  // Who cannot be found is not sampled; the run itself wants none of this.
  const launch = isThere ? await launchedAt(where, loadBaseUrl).catch(() => null) : null
  const runLaunch = launch && (await runLaunchOf(where, launch).catch(() => null))
  return { server, host, launch, runLaunch }
}

function isLoopback(hostname: string): boolean {
  return /^(127\.|\[::1\]$|localhost$)/.test(hostname)
}
