// Servers as processes of a session of their own, on this computer or behind SSH, in containers or not.
import type { Host } from '../host.ts'
import { listLaunches, readApiKey, readLog, readStatus, removeLaunch } from './launch-folder.ts'
import type { Launcher } from './launcher.ts'
import { directUrl, reachServer } from './reach-server.ts'
import { stopLaunch } from './stop-launch.ts'
import { submitLaunch } from './submit-launch.ts'

export function sessionLauncher(host: Host): Launcher {
  return {
    hostName: host.name,
    submit: (order) => submitLaunch(host, order),
    list: () => listLaunches(host),
    status: (id) => readStatus(host, id),
    readLog: (id, range) => readLog(host, id, range),
    apiKey: (id) => readApiKey(host, id),
    reach: ({ profile, port }) => reachServer(host, { address: profile.address, port }),
    directUrl: ({ profile, port }) => directUrl(host, { address: profile.address, port }),
    stop: (launch, options) => stopLaunch(host, launch, options),
    remove: (id) => removeLaunch(host, id),
  }
}
