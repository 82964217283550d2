// Telemetry sources of a run of the command line: its server, and the server's GPUs if we launched it.
import { isLoopback } from '#core/backends/server-address.ts'
import type { Launch, RunLaunch } from '#core/model/launch.ts'
import { runInstances } from '#core/vllm/launch/pool-instances.ts'
import type { ServerAccess } from '#node/http/http-client.ts'
import type { Host } from '#node/remote/host.ts'
import { localHost } from '#node/remote/local-host.ts'
import { hostLauncher } from '#node/remote/launch/host-launcher.ts'
import { watchLog } from '#node/remote/launch/log-watch.ts'
import type { LoadPlace } from './load-place.ts'

export type SampledPlaces = Readonly<{
  servers: readonly ServerAccess[]
  /** Host that sends the load; null for this process. */
  host: Host | null
  /** Null for a server that we did not launch. */
  launch: Launch | null
  runLaunch: RunLaunch | null
}>

export async function sampledPlaces(
  { host, loadBaseUrl }: Pick<LoadPlace, 'host' | 'loadBaseUrl'>,
  servers: readonly ServerAccess[],
): Promise<SampledPlaces> {
  const where = host ?? localHost()
  const isThere = host !== null || isLoopback(new URL(loadBaseUrl).hostname)
  // Ignores failures: an unknown launch is not sampled, and the run itself does not need it.
  const launch = isThere ? await launchedAt(where, loadBaseUrl).catch(() => null) : null
  const runLaunch = launch && (await runLaunchOf(where, launch).catch(() => null))
  return { servers, host, launch, runLaunch }
}

const silent = { onLines: () => undefined, onProgress: () => undefined }

/** Our launch that serves an address on this host; null if there is none. A job runs on another machine. */
async function launchedAt(host: Host, baseUrl: string): Promise<Launch | null> {
  const launcher = hostLauncher(host)
  const port = Number(new URL(baseUrl).port)
  for (const launch of await launcher.list()) {
    if (launch.port !== port || launch.profile.job !== null) continue
    if ((await launcher.status(launch.id)).isServerAlive) return launch
  }
  return null
}

/** Launch data that the window stores with a run, as far as the log shows it. */
async function runLaunchOf(host: Host, launch: Launch): Promise<RunLaunch> {
  const watch = watchLog(hostLauncher(host), launch, silent)
  await watch.read()
  const instances = runInstances(launch)
  return {
    ...(instances && { instances }),
    launchId: launch.id,
    hostName: host.name,
    command: launch.command,
    startup: watch.progress().facts,
    startedInMs: null,
    reach: null,
    gpus: [],
    driverVersion: null,
  }
}
