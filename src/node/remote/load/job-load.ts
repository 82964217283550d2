// Load from the tasks of a Slurm job. The job is submitted, or joined, when the first load needs it, and serves all loads of a
// benchmark.
import type { LoadPlan } from '#contract/load-protocol.ts'
import type { StepDetail } from '#core/model/run/benchmark-step.ts'
import type { LoadRunner } from '#node/load/load-runner.ts'
import { createShardedLoadRunner } from '#node/load/workers/run-sharded-load.ts'
import type { ListeningTask } from '#core/vllm/launch/load-job-log.ts'
import type { Host } from '../host.ts'
import { RemoteLoadPort } from './remote-load-port.ts'
import type { LoadJobOrder } from './job-order.ts'
import { startLoadJob, type LoadJob } from './load-job.ts'
import { reachTask } from './reach-task.ts'
import type { ForwardTarget } from '../forward-port.ts'
import type { ShardingOptions } from './host-load-runner.ts'

type JobLoad = Readonly<{
  /** Submits the job, or joins it, and resolves when it runs and every task is ready. */
  allocate(report: (detail: StepDetail) => void, signal: AbortSignal): Promise<void>
  run: LoadRunner
  /** Cancels the job, or ends the step in one that was joined; nothing of the load is left then. */
  close(): Promise<void>
}>

export function createJobLoad(
  host: Host,
  order: LoadJobOrder,
  sharding: ShardingOptions = {},
): JobLoad {
  let current: LoadJob | null = null

  async function usableJob(signal: AbortSignal): Promise<LoadJob> {
    if (current?.isBroken === true) await close()
    current ??= await startLoadJob(host, order, signal)
    return current
  }

  async function close(): Promise<void> {
    const job = current
    current = null
    await job?.end()
  }

  return {
    async allocate(report, signal) {
      const job = await usableJob(signal)
      await job.tasks((waitsFor) => report({ waitsFor }), signal)
    },
    async run(plan, hooks, signal) {
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

/** The node, with the number of the task where it has several. */
function nameOf({ node, task }: ListeningTask, { tasksPerNode }: LoadJobOrder): string {
  return tasksPerNode === 1 ? node : `${node}#${task}`
}

/** Or the proxy that requests go by. */
function serverOf({ url, proxy }: LoadPlan): ForwardTarget {
  const { hostname, port, protocol } = new URL(proxy ?? url)
  return {
    address: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (protocol === 'https:' ? 443 : 80)),
  }
}
