// The job that a benchmark requests or joins for its load.
import { slurmJobOf, type LoadJobSettings } from '#core/flags/load-job.ts'
import type { SlurmJob } from '#core/flags/slurm-job.ts'

export type LoadJobOrder = Readonly<{
  job: SlurmJob
  /** The number of the job that exists; null submits one. */
  joins: string | null
  nodes: number
  tasksPerNode: number
  /** Longer in the queue, and it is cancelled. */
  queueTimeoutS: number
}>

export function loadJobOrder(settings: LoadJobSettings): LoadJobOrder {
  return {
    job: slurmJobOf(settings),
    joins: settings.loadJob,
    nodes: settings.loadNodes,
    tasksPerNode: settings.loadTasksPerNode,
    queueTimeoutS: settings.loadQueueTimeoutSec,
  }
}
