// A job's state from the line that squeue or sacct gives, and what it means for the server in it.
import { message, type Message } from '#core/messages/message.ts'
import type { JobState, SlurmJob } from '#core/model/host/slurm-job.ts'
import type { LaunchProfile } from '#core/model/server/launch-profile.ts'
import { jobName } from './job-number.ts'
import { numberSet, spansHosts, workerCount } from '../rules/launch-plan.ts'

const waiting: ReadonlySet<string> = new Set(['PENDING', 'CONFIGURING', 'REQUEUED', 'SUSPENDED'])
/** UNKNOWN is ours: the queue did not respond. */
const underWay: ReadonlySet<string> = new Set([
  'RUNNING',
  'COMPLETING',
  'SIGNALING',
  'STAGE_OUT',
  'UNKNOWN',
])

/** In place of the number of a job that was submitted, if Slurm does not find it by its name either. */
export const unknownJob = '-'

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

/** What slurmstepd appends to the log of a job, and of a step, that it ends. What ended the job ended its steps. */
const endingLines = [
  /\*\*\* JOB (\S+) ON \S+ CANCELLED AT \S+(?: DUE TO ([A-Z ]+[A-Z]))?/,
  /\*\*\* STEP (\S+) ON \S+ CANCELLED AT \S+(?: DUE TO ([A-Z ]+[A-Z]))?/,
]

/** For a sentence about its end, by its state or else by its log; null where the server ended, not the job. */
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

// The arguments of sbatch for a server: its place, its log, and no automatic requeue.

/** Seconds before the time limit at which Slurm sends SIGTERM to the shell of the job, which passes it on. */
const noticeS = 120

/** `folder` must be visible to every node. */
type JobPlace = Readonly<{ id: string; folder: string }>

/** The nodes for the load are a second component of a heterogeneous job: Slurm starts both together. */
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

/** For the load generators of a run. A node that fails ends its own tasks alone. */
export function loadJobArguments(
  job: SlurmJob,
  { id, folder, nodes, tasksPerNode }: JobPlace & Readonly<{ nodes: number; tasksPerNode: number }>,
): string[] {
  return [
    ...['--parsable', `--job-name=kneepoint-load-${id}`, `--nodes=${nodes}`],
    ...[`--ntasks=${nodes * tasksPerNode}`, `--ntasks-per-node=${tasksPerNode}`],
    ...['--no-requeue', '--no-kill', `--output=${folder}/log`, '--open-mode=append'],
    ...resourceArguments(job),
  ]
}

function resourceArguments(job: SlurmJob): string[] {
  const { partition, account, qos, timeLimit, gpusPerNode, options } = job
  const asked = { partition, account, qos, time: timeLimit, 'gpus-per-node': gpusPerNode }
  return [
    ...Object.entries(asked).flatMap(([name, value]) =>
      value === null ? [] : `--${name}=${value}`,
    ),
    ...options,
  ]
}

// The size of a job, by its profile: what is requested of Slurm, and what the server itself needs.

/** Where options of sbatch or flags of vLLM contradict the number of nodes, in words; null where none does. */
export function nodesOfJob({ job, config }: LaunchProfile): Message | null {
  if (job === null) return null
  const asked = nodesAsked(job.options)
  const [least, most = least] = asked?.split('-') ?? []
  if (asked !== null && !(Number(least) === job.nodes && Number(most) === job.nodes))
    return message('launch.nodesFlag', { count: asked })
  const ranks = numberSet({ config }, 'nnodes') ?? job.nodes
  return ranks === job.nodes ? null : message('launch.nnodesFlag', { count: ranks })
}

/** The last one counts, as for sbatch. */
function nodesAsked(options: readonly string[]): string | null {
  const asked = options.flatMap((option, index) => {
    const [, attached] = /^(?:--nodes(?:=|$)|-N=?)(.*)$/.exec(option) ?? []
    return attached === undefined ? [] : [attached === '' ? (options[index + 1] ?? '') : attached]
  })
  return asked.at(-1) ?? null
}

/** Null where they are enough, or where our setting requests none of Slurm. */
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

/** vLLM gives each node the same number of workers; null where it can. */
export function workersUneven({ job, config }: LaunchProfile): Message | null {
  const nodes = job?.nodes ?? 1
  const workers = workerCount({ config })
  return workers % nodes === 0 ? null : message('launch.unevenNodes', { workers, nodes })
}
