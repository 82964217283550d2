// Errors of a load job that cannot send load, or no longer can, with remedies.
import { message, type Text } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import type { ListeningTask } from './load-job-log.ts'
import { hostText, type Host, runProgram } from '#node/remote/host.ts'
import type { FailedTask, JobCourse } from './job-course.ts'
import type { LoadJobOrder } from '#features/slurm-load/core/load-job.ts'

const ofTarget = { field: 'on' }

/** Throws unless jobs can be submitted on the host. */
export async function requireSlurm(host: Host): Promise<void> {
  const { code } = await runProgram(host, { argv: ['sh', '-c', 'command -v sbatch'] })
  if (code !== 0) throw withoutSlurm(host)
}

function withoutSlurm(host: Host): AppError {
  return appError('host-failed', 'loadJob.noSlurm', { host: hostText(host) }, ofTarget)
}

/** Error before the tasks listen; null while they can still start. */
export function unusableJob(
  host: Host,
  course: JobCourse,
  { job: { partition }, joins, nodes }: LoadJobOrder,
): AppError | null {
  const place = hostText(host)
  if (!course.hasSlurm) return withoutSlurm(host)
  if (course.isUnknown && joins !== null) {
    return appError(
      'host-failed',
      'loadJob.unknown',
      { host: place, id: joins },
      { field: 'loadJob' },
    )
  }
  if (course.nodesThere !== null) {
    const given = { id: course.state.id, there: course.nodesThere, nodes }
    return appError('host-failed', 'loadJob.fewNodes', given, { field: 'loadNodes' })
  }
  if (course.refusal.length > 0) return refusedJob(place, course, partition)
  const [failed] = course.failed.values()
  if (failed !== undefined) return failedTask(failed)
  return course.hasEnded ? endedJob(course) : null
}

export function waitedTooLong(host: Host, course: JobCourse, seconds: number): AppError {
  return appError(
    'host-failed',
    'loadJob.waitedTooLong',
    { ...stateOf(course), host: hostText(host), seconds },
    ofTarget,
  )
}

export function neverStarts(course: JobCourse): AppError {
  return appError('host-failed', 'loadJob.neverStarts', stateOf(course), ofTarget)
}

export function lateTasks(course: JobCourse, count: number, seconds: number): AppError {
  const started = course.listening.size
  const line = course.lastLine ?? '–'
  return appError(
    'host-failed',
    'loadJob.startTimeout',
    { id: course.state.id, started, count, seconds, line },
    ofTarget,
  )
}

export function waitingText(course: JobCourse): Text {
  return message('loadJob.waiting', stateOf(course))
}

/** Error of a task that was listening. Slurm's report takes precedence over the task's own script. */
export function goneTask(task: ListeningTask, course: JobCourse): AppError {
  const failed = course.failed.get(task.task)
  const reported = course.endingOf(task)
  if (failed !== undefined && (failed.problem.kind !== 'ended' || reported === null)) {
    return failedTask(failed)
  }
  const { node } = task
  return lost(reported ?? message('loadJob.connectionClosed', { node }))
}

export function brokenConnection(host: Host, said: Text): AppError {
  const problem =
    said === ''
      ? message('hosts.connectionBrokeInRun', { host: hostText(host) })
      : message('common.at', { place: hostText(host), text: said })
  return new AppError('host-unreachable', problem, {
    remedy: message('hosts.connectionBrokeInRun.remedy'),
  })
}

function refusedJob(host: Text, course: JobCourse, partition: string | null): AppError {
  const why = course.refusal.map((line) => line.replace(/^sbatch: (error: )?/, '')).join(' ')
  return partition !== null && /invalid partition/i.test(why)
    ? appError(
        'host-failed',
        'loadJob.noPartition',
        { host, partition, partitions: course.partitions.join(', ') },
        ofTarget,
      )
    : appError('host-failed', 'loadJob.refused', { host, why }, ofTarget)
}

function endedJob(course: JobCourse): AppError {
  const { id, state } = course.state
  // If the nodes lack the folder, not even a log is written.
  const remedy =
    course.lastLine === null
      ? message('loadJob.noFolder.remedy')
      : message('loadJob.refused.remedy', { host: 'LOGIN' })
  const problem = course.ending ?? message('loadJob.ended', { id, state })
  return new AppError('host-failed', problem, { field: 'on', remedy })
}

function failedTask({ node, problem }: FailedTask): AppError {
  switch (problem.kind) {
    case 'no-folder':
      return appError('host-failed', 'loadJob.noFolder', { node, ...problem }, ofTarget)
    case 'no-node':
      return appError('host-failed', 'loadJob.noNode', { node, ...problem }, ofTarget)
    case 'no-server':
      return appError('host-failed', 'loadJob.noServer', { node, ...problem }, ofTarget)
    case 'ended': {
      const why = message('hosts.exitCode', { code: problem.code })
      return lost(message('loadJob.taskEnded', { node, why }))
    }
  }
}

function stateOf({ state: { id, reason } }: JobCourse) {
  return { id, reason: reason === '' ? message('loadJob.reasonUnknown') : reason }
}

function lost(problem: Text): AppError {
  return new AppError('process-ended', problem, { remedy: message('loadJob.lost.remedy') })
}
