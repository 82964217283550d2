// A connection to a load generator of a job, as if it were a program that we had started.
import { Readable } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import { inEnglish } from '#core/messages/message.ts'
import { textOf } from '#core/messages/message-error.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import type { ListeningTask } from '#core/vllm/launch/load-job-log.ts'
import { keyedConnection } from '#node/load/workers/job-key.ts'
import { serverLine } from '#node/load/workers/listen-for-load.ts'
import type { RunningProgram } from '../host.ts'
import type { RemoteLoad } from './start-remote-program.ts'
import type { LoadJob } from './load-job.ts'
import type { ForwardTarget } from '../forward-port.ts'

/** `server` is what the load is for, as the nodes see it. */
export async function reachTask(
  job: LoadJob,
  task: ListeningTask,
  server: ForwardTarget,
): Promise<RemoteLoad> {
  job.take(task)
  const socket = await connected(job, task)
  socket.write(serverLine(server.address, server.port))
  return {
    running: programOf(socket),
    nodeVersion: task.nodeVersion,
    whyEnded: () => job.whyGone(task),
  }
}

/** The key shows whether it is the right one, so that any of its addresses may be tried. */
async function connected(
  { host, key }: LoadJob,
  { node, addresses, port }: ListeningTask,
): Promise<TLSSocket> {
  const reasons: string[] = []
  for (const address of addresses) {
    try {
      return await keyedConnection(await host.connect(address, port), key)
    } catch (error) {
      if (error instanceof AppError && error.code === 'host-unreachable') throw error
      reasons.push(`${address}: ${inEnglish(textOf(error))}`)
    }
  }
  throw appError(
    'host-failed',
    'loadJob.noWay',
    { node, host: host.name, why: reasons.join('; ') },
    { field: 'on' },
  )
}

function programOf(socket: TLSSocket): RunningProgram {
  // Its end reports what broke.
  socket.on('error', () => undefined)
  return {
    stdin: socket,
    stdout: socket,
    stderr: Readable.from([]),
    ended: new Promise((resolve) => {
      socket.on('close', () => resolve({ code: null, signal: null }))
    }),
    kill: () => socket.destroy(),
  }
}
