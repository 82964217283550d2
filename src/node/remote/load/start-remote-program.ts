// Starts the load generator on a host; copies it there first if it is missing or outdated.
import type { AppError } from '#core/model/app-error.ts'
import type { Host, RunningProgram } from '../host.ts'
import { prepareRemoteLoad } from './prepare-remote-load.ts'

export type RemoteLoad = Readonly<{
  running: RunningProgram
  nodeVersion: string
  /** Reason why it ended early, if more is known than its exit code. */
  whyEnded?: (code: number | null) => Promise<AppError | null>
}>

/** Updates the timestamps of files in use, so that they are kept; of Nodes only for our copy. */
const startScript = `
touch -c "$2" 2>/dev/null
case $1 in "\${2%/*}"/*) touch -c "$1" ;; esac
exec "$1" "$2"`

/** Its orders, secrets included, arrive through its streams. It exits when they are closed. */
export async function startRemoteProgram(host: Host, signal: AbortSignal): Promise<RemoteLoad> {
  const { node, program } = await prepareRemoteLoad(host, { signal })
  const argv = ['sh', '-c', startScript, 'kneepoint', node.program, program]
  const running = await host.start({ argv }, signal)
  const { whyEnded } = host
  return { running, nodeVersion: node.version, ...(whyEnded && { whyEnded }) }
}
