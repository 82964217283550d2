// A job's state from the line that squeue or sacct gives, and what it means for the server in it.
import { message, type Message } from '#core/messages/message.ts'
import type { JobState } from '#core/model/host/slurm-job.ts'

const waiting: ReadonlySet<string> = new Set(['PENDING', 'CONFIGURING', 'REQUEUED', 'SUSPENDED'])
/** UNKNOWN is ours: the queue did not respond. */
const underWay: ReadonlySet<string> = new Set([
  'RUNNING',
  'COMPLETING',
  'SIGNALING',
  'STAGE_OUT',
  'UNKNOWN',
])

/** `RUNNING;node17;None`, behind the job's number; nothing behind it where Slurm has forgotten the job. */
export function jobStateIn([id = '', ...reported]: readonly string[]): JobState {
  const [state = '', node = '', reason = ''] = reported.join(' ').split(';')
  return {
    id,
    // sacct writes `CANCELLED by 1000`, and a plus where a name was cut off.
    state: state.split(' ')[0]?.replace(/\+$/, '') ?? '',
    node: isNamed(node) ? node : '',
    reason: isNamed(reason) ? reason : '',
  }
}

export function isWaiting({ state }: JobState): boolean {
  return waiting.has(state)
}

export function isUnderWay(job: JobState): boolean {
  return isWaiting(job) || underWay.has(job.state)
}

/** Slurm is about to end it or has done so, and does not show yet which: its final state hides behind this one. */
export function isEnding({ state }: JobState): boolean {
  return ['COMPLETING', 'SIGNALING', 'STAGE_OUT', 'UNKNOWN'].includes(state)
}

/** What slurmstepd appends to the log of a job that it ends. */
const endingLine = /\*\*\* JOB (\S+) ON \S+ CANCELLED AT \S+(?: DUE TO ([A-Z ]+[A-Z]))?/

/** For a sentence about its end, by its state or else by its log; null where the server ended, not the job. */
export function jobEnding(job: JobState, logLines: readonly string[]): Message | null {
  const { id, state, reason } = job
  if (state === 'COMPLETED' || state === 'FAILED') return null
  if (state === '' || isUnderWay(job)) return loggedEnding(logLines)
  const why = reason === '' || reason === state ? '' : `, ${reason}`
  return message('launch.jobEnded', { id, state, why })
}

export function loggedEnding(lines: readonly string[]): Message | null {
  for (const line of lines.toReversed()) {
    const [, id, reason] = endingLine.exec(line) ?? []
    if (id === undefined) continue
    const why =
      reason === undefined ? '' : message('launch.dueTo', { reason: reason.toLowerCase() })
    return message('launch.jobCancelled', { id, why })
  }
  return null
}

function isNamed(text: string): boolean {
  return text !== '' && !/^\(?(null|None|None assigned|Unknown)\)?$/i.test(text)
}
