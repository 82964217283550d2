// Servers on a host: processes in their own session, in containers or not, or jobs that Slurm runs on another machine. Either
// way, the launch's folder contains everything about it.
import type { Launch } from '#core/model/launch.ts'
import type { Host } from '../host.ts'
import { listLaunches, readApiKey, readLog, readStatus, removeLaunch } from './launch-folder.ts'
import type { Launcher, StopOptions } from './launcher.ts'
import { reachServer } from './reach-server.ts'
import { reachJob, startJob, stopJob } from './slurm-job.ts'
import { stopSession } from './stop-launch.ts'
import { startSession, submitLaunch } from './submit-launch.ts'

type Way = Readonly<{
  start(host: Host, folder: string, launch: Launch): Promise<void>
  reach(host: Host, launch: Launch): ReturnType<Launcher['reach']>
  stop(host: Host, launch: Launch, options: StopOptions): ReturnType<Launcher['stop']>
}>

const session: Way = {
  start: (host, folder) => startSession(host, folder),
  reach: (host, { profile, port }) => reachServer(host, { address: profile.address, port }),
  stop: stopSession,
}

const slurm: Way = {
  start: startJob,
  reach: reachJob,
  stop: stopJob,
}

export function hostLauncher(host: Host): Launcher {
  const wayOf = ({ profile }: Pick<Launch, 'profile'>) => (profile.job === null ? session : slurm)
  return {
    hostName: host.name,
    submit: (order) =>
      submitLaunch(host, order, (folder, launch) => wayOf(launch).start(host, folder, launch)),
    list: () => listLaunches(host),
    status: (id) => readStatus(host, id),
    readLog: (id, range) => readLog(host, id, range),
    apiKey: (id) => readApiKey(host, id),
    reach: (launch) => wayOf(launch).reach(host, launch),
    stop: (launch, options) => wayOf(launch).stop(host, launch, options),
    remove: (id) => removeLaunch(host, id),
  }
}
