// A job's state from the line that squeue or sacct gives, and what it means for the server in it.
import type { JobState } from '#core/model/slurm-job.ts'

const waiting: ReadonlySet<string> = new Set(['PENDING', 'CONFIGURING', 'REQUEUED', 'SUSPENDED'])
const underWay: ReadonlySet<string> = new Set(['RUNNING', 'COMPLETING', 'SIGNALING', 'STAGE_OUT'])

/** `RUNNING;node17;None`, behind the job's number; nothing behind it where Slurm has forgotten the job. */
export function jobStateIn([id = '', ...told]: readonly string[]): JobState {
  const [state = '', node = '', reason = ''] = told.join(' ').split(';')
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

/** For a sentence about its end; null where the server ended, not the job. */
export function jobEnding({ id, state, reason }: JobState): string | null {
  if (['', 'COMPLETED', 'FAILED', 'RUNNING', 'COMPLETING'].includes(state)) return null
  const why = reason === '' || reason === state ? '' : `, ${reason}`
  return `Slurm ended job ${id}: ${state}${why}.`
}

function isNamed(text: string): boolean {
  return text !== '' && !/^\(?(null|None|None assigned|Unknown)\)?$/i.test(text)
}
