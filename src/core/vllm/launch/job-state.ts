// State of a job from a line of squeue or sacct, and its meaning for the job's server.
import { message, type Message } from '#core/messages/message.ts'
import type { JobState, SlurmJob } from '#core/flags/slurm-job.ts'
import type { LaunchProfile } from '#core/model/launch-profile.ts'
import { jobName } from './job-number.ts'
import { numberSet, spansHosts, workerCount } from './launch-plan.ts'

const waiting: ReadonlySet<string> = new Set(['PENDING', 'CONFIGURING', 'REQUEUED', 'SUSPENDED'])
/** UNKNOWN is our own state for a queue that did not respond. */
const underWay: ReadonlySet<string> = new Set([
  'RUNNING',
  'COMPLETING',
  'SIGNALING',
  'STAGE_OUT',
  'UNKNOWN',
])

/** Replaces the number of a submitted job that Slurm does not find by name either. */
export const unknownJob = '-'

/** `RUNNING;node17;None` after the job's number; nothing if Slurm no longer lists the job. */
export function jobStateIn([id = '', ...reported]: readonly string[]): JobState {
  const [state = '', node = '', reason = ''] = reported.join(' ').split(';')
  return {
    id,
    // sacct writes `CANCELLED by 1000`, and a plus after a truncated name.
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

/** Slurm is ending the job or has done so, but does not show its final state yet. */
export function isEnding({ state }: JobState): boolean {
  return ['COMPLETING', 'SIGNALING', 'STAGE_OUT', 'UNKNOWN'].includes(state)
}

/** Lines that slurmstepd appends to the log of a job or step that it ends. The end of a job also ended its steps. */
const endingLines = [
  /\*\*\* JOB (\S+) ON \S+ CANCELLED AT \S+(?: DUE TO ([A-Z ]+[A-Z]))?/,
  /\*\*\* STEP (\S+) ON \S+ CANCELLED AT \S+(?: DUE TO ([A-Z ]+[A-Z]))?/,
]

/** Phrase about the job's end, from its state or else its log; null if the server ended and not the job. */
export function jobEnding(job: JobState, logLines: readonly string[]): Message | null {
  const { id, state, reason } = job
  if (state === 'COMPLETED' || state === 'FAILED') return null
  if (state === '' || isUnderWay(job)) return loggedEnding(logLines)
  const why = reason === '' || reason === state ? '' : `, ${reason}`
  return message('launch.jobEnded', { id, state, why })
}

export function loggedEnding(lines: readonly string[]): Message | null {
  for (const endingLine of endingLines) {
    const found = lines.findLast((line) => endingLine.test(line))
    if (found === undefined) continue
    const [, id = '', reason] = endingLine.exec(found) ?? []
    const why =
      reason === undefined ? '' : message('launch.dueTo', { reason: reason.toLowerCase() })
    return message('launch.jobCancelled', { id, why })
  }
  return null
}

function isNamed(text: string): boolean {
  return text !== '' && !/^\(?(null|None|None assigned|Unknown)\)?$/i.test(text)
}

/** Seconds before the time limit at which Slurm sends SIGTERM to the job's shell, which forwards it. */
const noticeS = 120

/** `folder` must be visible to every node. */
export type JobPlace = Readonly<{ id: string; folder: string }>

/**
 * Arguments of sbatch for a server, without automatic requeue. Load nodes are a second component of a heterogeneous
 * job, so that Slurm starts both together.
 */
export function jobArguments(job: SlurmJob, { id, folder }: JobPlace): string[] {
  const { nodes, loadNodes, loadOptions } = job
  const spread = nodes === 1 ? [] : ['--ntasks-per-node=1']
  const forLoad = [':', `--nodes=${loadNodes}`, '--ntasks-per-node=1', ...loadOptions]
  return [
    ...['--parsable', `--job-name=${jobName(id)}`, `--nodes=${nodes}`, `--ntasks=${nodes}`],
    ...spread,
    '--no-requeue',
    ...[`--chdir=${folder}`, `--output=${folder}/server.log`, '--open-mode=append'],
    `--signal=B:TERM@${noticeS}`,
    ...resourceArguments(job),
    ...(loadNodes > 0 ? forLoad : []),
  ]
}

export function resourceArguments(job: SlurmJob): string[] {
  const { partition, account, qos, timeLimit, gpusPerNode, options } = job
  const asked = { partition, account, qos, time: timeLimit, 'gpus-per-node': gpusPerNode }
  return [
    ...Object.entries(asked).flatMap(([name, value]) =>
      value === null ? [] : `--${name}=${value}`,
    ),
    ...options,
  ]
}

/** Contradiction between the number of nodes and options of sbatch or flags of vLLM, as text; null if there is none. */
export function nodesOfJob({ job, config }: LaunchProfile): Message | null {
  if (job === null) return null
  const asked = nodesAsked(job.options)
  const [least, most = least] = asked?.split('-') ?? []
  if (asked !== null && !(Number(least) === job.nodes && Number(most) === job.nodes))
    return message('launch.nodesFlag', { count: asked })
  const ranks = numberSet({ config }, 'nnodes') ?? job.nodes
  return ranks === job.nodes ? null : message('launch.nnodesFlag', { count: ranks })
}

/** Options of sbatch that start several jobs or none, or a job that could not be found, read or stopped. */
const ownedOptions =
  /^(?:--(?:array|chdir|error|job-name|open-mode|output|requeue|signal|test-only|wait|wrap)(?![\w-])|-[aDeJoW])/

/** The first option of the job that only a launch itself may set, as text; null if there is none. */
export function ownedOption({ job }: LaunchProfile): Message | null {
  const options = [...(job?.options ?? []), ...(job?.loadOptions ?? [])]
  const option = options.find((each) => ownedOptions.test(each))
  return option === undefined ? null : message('launch.ownedOption', { option })
}

/** The last one wins, as in sbatch. */
function nodesAsked(options: readonly string[]): string | null {
  const asked = options.flatMap((option, index) => {
    const [, attached] = /^(?:--nodes(?:=|$)|-N=?)(.*)$/.exec(option) ?? []
    return attached === undefined ? [] : [attached === '' ? (options[index + 1] ?? '') : attached]
  })
  return asked.at(-1) ?? null
}

/** Null if there are enough, or if the job requests none from Slurm. */
export function gpusMissing({ job, config }: LaunchProfile): Message | null {
  const [, count] = /(?:^|:)(\d+)$/.exec(job?.gpusPerNode ?? '') ?? []
  if (job === null || count === undefined) return null
  const needed = workerCount({ config })
  const nodes = job.nodes
  if (nodes === 1 && spansHosts({ config })) return null
  if (Number(count) * nodes >= needed) return null
  return nodes === 1
    ? message('launch.jobGpus', { needed, count })
    : message('launch.jobGpusOfNodes', { needed, count, nodes })
}

/** Problem if workers do not divide evenly among nodes, which vLLM requires; null if they do. */
export function workersUneven({ job, config }: LaunchProfile): Message | null {
  const nodes = job?.nodes ?? 1
  const workers = workerCount({ config })
  return workers % nodes === 0 ? null : message('launch.unevenNodes', { workers, nodes })
}
