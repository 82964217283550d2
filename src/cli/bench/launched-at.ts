// The launch of ours that answers at an address, looked for on the host whose address it is.
import type { Launch, RunLaunch } from '#core/model/server/launch.ts'
import type { Host } from '#node/remote/host.ts'
import { hostLauncher } from '#node/remote/launch/host-launcher.ts'
import { watchLog } from '#node/remote/launch/log-watch.ts'

const silent = { onLines: () => undefined, onProgress: () => undefined }

/** Null where none runs there. A job runs on another machine. */
export async function launchedAt(host: Host, baseUrl: string): Promise<Launch | null> {
  const launcher = hostLauncher(host)
  const port = Number(new URL(baseUrl).port)
  for (const launch of await launcher.list()) {
    if (launch.port !== port || launch.profile.job !== null) continue
    if ((await launcher.status(launch.id)).isServerAlive) return launch
  }
  return null
}

/** As a window stores it with a run, as far as its log shows. */
export async function runLaunchOf(host: Host, launch: Launch): Promise<RunLaunch> {
  const watch = watchLog(hostLauncher(host), launch, silent)
  await watch.read()
  return {
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
