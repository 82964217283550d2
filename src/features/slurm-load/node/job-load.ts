// Load from the tasks of a Slurm job. The job is submitted, or joined, when the first load needs it, and serves all loads of a
// benchmark.
import type { LoadPlan } from '#contract/load-protocol.ts'
import { createShardedLoadRunner } from '#node/load/workers/run-sharded-load.ts'
import type { ListeningTask } from './load-job-log.ts'
import type { Host, RunningProgram } from '#node/remote/host.ts'
import { prepareHosts } from '#node/remote/load/prepare-remote-load.ts'
import { RemoteLoadPort } from '#node/remote/load/remote-load-port.ts'
import type { LoadJobOrder } from '#features/slurm-load/core/load-job.ts'
import { startLoadJob, type LoadJob } from './load-job.ts'
import type { ForwardTarget } from '#node/remote/forward-port.ts'
import { Readable } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import { clauses, message, type Text, textOf } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import { keyedConnection } from '#node/load/workers/job-key.ts'
import { serverLine } from '#node/load/workers/listen-for-load.ts'
import type { ShardingOptions } from '#node/remote/load/host-load-runner.ts'
import type { LoadSender } from '#node/remote/load/sender-kind.ts'
import type { RemoteLoad } from '#node/remote/load/start-remote-program.ts'

export function createJobLoad(
  host: Host,
  order: LoadJobOrder,
  sharding: ShardingOptions = {},
): Required<Omit<LoadSender, 'front'>> {
  let current: LoadJob | null = null

  async function usableJob(signal: AbortSignal): Promise<LoadJob> {
    if (current?.isBroken === true) await close()
    current ??= await startLoadJob(host, order, signal)
    return current
  }

  /** Cancels the job, or only the step in a job that was joined. */
  async function close(): Promise<void> {
    const job = current
    current = null
    await job?.end()
  }

  return {
    prepareHost: (report, signal) => prepareHosts([host], report, signal),
    /** Resolves when every task is ready. */
    async allocate(report, signal) {
      const job = await usableJob(signal)
      await job.tasks((waitsFor) => report({ waitsFor }), signal)
    },
    async runLoad(plan, hooks, signal) {
      const job = await usableJob(signal)
      const tasks = await job.tasks(() => undefined, signal)
      const server = serverOf(plan)
      const workers = tasks.map((task) => {
        const name = nameOf(task, order)
        return { name, open: () => new RemoteLoadPort(name, () => reachTask(job, task, server)) }
      })
      return createShardedLoadRunner(workers, sharding)(plan, hooks, signal)
    },
    close,
  }
}

/** The node, with the number of the task if it has several. */
function nameOf({ node, task }: ListeningTask, { tasksPerNode }: LoadJobOrder): string {
  return tasksPerNode === 1 ? node : `${node}#${task}`
}

/** Or the proxy that requests use. */
function serverOf({ url, proxy }: LoadPlan): ForwardTarget {
  const { hostname, port, protocol } = new URL(proxy ?? url)
  return {
    address: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (protocol === 'https:' ? 443 : 80)),
  }
}

/** `server` is the target of the load as seen by the nodes. */
async function reachTask(
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

/** The key identifies the right task, so any of its addresses may be tried. */
async function connected(
  { host, key }: LoadJob,
  { node, addresses, port }: ListeningTask,
): Promise<TLSSocket> {
  const reasons: Text[] = []
  for (const address of addresses) {
    try {
      return await keyedConnection(await host.connect(address, port), key)
    } catch (error) {
      if (error instanceof AppError && error.code === 'host-unreachable') throw error
      reasons.push(message('common.at', { place: address, text: textOf(error) }))
    }
  }
  throw appError(
    'host-failed',
    'loadJob.noWay',
    { node, host: host.name, why: clauses(reasons) },
    { field: 'on' },
  )
}

function programOf(socket: TLSSocket): RunningProgram {
  // Its exit reports the error.
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
