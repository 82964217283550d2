// Errors of a load job that cannot send load, or no longer, with remedies.
import { message, type Text } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import type { ListeningTask } from '#core/vllm/launch/load-job-log.ts'
import { hostText, type Host, runProgram } from '../host.ts'
import type { FailedTask, JobCourse } from './job-course.ts'
import type { LoadJobOrder } from '#core/flags/load-job.ts'

/** Throws unless jobs can be submitted on the host. */
export async function requireSlurm(host: Host): Promise<void> {
  const { code } = await runProgram(host, { argv: ['sh', '-c', 'command -v sbatch'] })
  if (code !== 0) throw withoutSlurm(host)
}

function withoutSlurm(host: Host): AppError {
  return appError('host-failed', 'loadJob.noSlurm', { host: hostText(host) }, { field: 'on' })
}

/** Error before the tasks listen; null while they may still start. */
export function unusableJob(
  host: Host,
  course: JobCourse,
  { job: { partition }, joins, nodes }: LoadJobOrder,
): AppError | null {
  const place = hostText(host)
  if (!course.hasSlurm) return withoutSlurm(host)
  if (course.isUnknown && joins !== null) return unknownJob(place, joins)
  if (course.nodesThere !== null) return smallJob(course, nodes)
  if (course.refusal.length > 0) return refusedJob(place, course, partition)
  const [failed] = course.failed.values()
  if (failed !== undefined) return failedTask(failed)
  return course.hasEnded ? endedJob(course) : null
}

export function waitedTooLong(
  host: Host,
  { state: { id, reason } }: JobCourse,
  seconds: number,
): AppError {
  const given = { id, host: hostText(host), seconds, reason: reasonText(reason) }
  return refused(message('loadJob.waitedTooLong', given), message('loadJob.waitedTooLong.remedy'))
}

export function neverStarts({ state: { id, reason } }: JobCourse): AppError {
  return refused(
    message('loadJob.neverStarts', { id, reason: reasonText(reason) }),
    message('loadJob.neverStarts.remedy'),
  )
}

export function lateTasks(course: JobCourse, count: number, seconds: number): AppError {
  const { id } = course.state
  const started = course.listening.size
  const line = course.lastLine ?? '–'
  return refused(
    message('loadJob.startTimeout', { id, started, count, seconds, line }),
    message('loadJob.startTimeout.remedy'),
  )
}

export function waitingText({ state: { id, reason } }: JobCourse): Text {
  return message('loadJob.waiting', { id, reason: reasonText(reason) })
}

/** Error of a task that had listened. Slurm's report takes precedence over the task's own script. */
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

function unknownJob(host: Text, id: string): AppError {
  return refused(
    message('loadJob.unknown', { host, id }),
    message('loadJob.unknown.remedy', { host }),
    'loadJob',
  )
}

function smallJob({ state: { id }, nodesThere }: JobCourse, nodes: number): AppError {
  return refused(
    message('loadJob.fewNodes', { id, there: nodesThere ?? 0, nodes }),
    message('loadJob.fewNodes.remedy'),
    'loadNodes',
  )
}

function refusedJob(host: Text, course: JobCourse, partition: string | null): AppError {
  const why = course.refusal.map((line) => line.replace(/^sbatch: (error: )?/, '')).join(' ')
  if (partition === null || !/invalid partition/i.test(why)) {
    return refused(
      message('loadJob.refused', { host, why }),
      message('loadJob.refused.remedy', { host }),
    )
  }
  const partitions = course.partitions.join(', ')
  return refused(
    message('loadJob.noPartition', { host, partition }),
    message('loadJob.noPartition.remedy', { partitions }),
  )
}

function endedJob(course: JobCourse): AppError {
  const { id, state } = course.state
  // If the nodes lack the folder, not even a log arrives.
  const remedy =
    course.lastLine === null
      ? message('loadJob.noFolder.remedy')
      : message('loadJob.refused.remedy', { host: 'LOGIN' })
  return refused(course.ending ?? message('loadJob.ended', { id, state }), remedy)
}

function failedTask({ node, problem }: FailedTask): AppError {
  switch (problem.kind) {
    case 'no-folder':
      return refused(
        message('loadJob.noFolder', { node, file: problem.file }),
        message('loadJob.noFolder.remedy'),
      )
    case 'no-node':
      return refused(
        message('loadJob.noNode', { node, system: problem.system }),
        message('loadJob.noNode.remedy'),
      )
    case 'no-server':
      return refused(
        message('loadJob.noServer', { node, server: problem.server, why: problem.why }),
        message('loadJob.noServer.remedy'),
      )
    case 'ended': {
      const why = message('loadJob.exitCode', { code: problem.code })
      return lost(message('loadJob.taskEnded', { node, why }))
    }
  }
}

function reasonText(reason: string): Text {
  return reason === '' ? message('loadJob.reasonUnknown') : reason
}

function refused(problem: Text, remedy: Text, field = 'on'): AppError {
  return new AppError('host-failed', problem, { field, remedy })
}

function lost(problem: Text): AppError {
  return new AppError('process-ended', problem, { remedy: message('loadJob.lost.remedy') })
}
