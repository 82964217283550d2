// Parses the log of a load job: the address of each task, its exit, and Slurm's messages about it. `srun --label` prefixes each
// line with the number of the task.
import { message, type Text } from '#core/messages/message.ts'
import { taskMark } from '#node/load/workers/listen-for-load.ts'

/** A load generator that waits for a connection. */
export type ListeningTask = Readonly<{
  task: number
  /** Slurm's name of the node. */
  node: string
  /** Addresses in the order of connection attempts. */
  addresses: readonly string[]
  port: number
  nodeVersion: string
}>

/** Reason that a task cannot send load, as reported by its script. */
export type TaskProblem =
  | Readonly<{ kind: 'no-folder'; file: string }>
  | Readonly<{ kind: 'no-node'; system: string }>
  | Readonly<{ kind: 'no-server'; server: string; why: string }>
  | Readonly<{ kind: 'ended'; code: number }>

type TaskLine = Readonly<{ task: number; node: string }> &
  (Readonly<{ listening: ListeningTask }> | Readonly<{ listening: null; problem: TaskProblem }>)

const labelled = /^\s*(\d+): (.*)$/

/** Null for a line of another program. */
export function taskLineIn(line: string): TaskLine | null {
  const [, task = '', rest = ''] = labelled.exec(line) ?? []
  const [mark, kind = '', node = '', ...values] = rest.split(' ')
  if (mark !== taskMark) return null
  const of = { task: Number(task), node }
  const [first = '', second = ''] = values
  switch (kind) {
    case 'listening': {
      const [port = '', version = '', ...others] = values
      const addresses = [...new Set([node, ...others])]
      return { ...of, listening: { ...of, addresses, port: Number(port), nodeVersion: version } }
    }
    case 'no-folder':
      return { ...of, listening: null, problem: { kind, file: values.join(' ') } }
    case 'no-node':
      return { ...of, listening: null, problem: { kind, system: values.join(' ') } }
    case 'no-server':
      return {
        ...of,
        listening: null,
        problem: { kind, server: `${first}:${second}`, why: values.slice(2).join(' ') },
      }
    case 'ended':
      return { ...of, listening: null, problem: { kind, code: Number(first) } }
  }
  return null
}

/** `srun: error: n3: task 2: Killed`, `srun: error: n[2-3]: tasks 1-2: Exited with exit code 3`. */
const taskError = /^srun: error: \S+: tasks? ([\d,-]+): (.+)$/
/** `srun: error: Node failure on n2`. */
const nodeFailure = /^srun: error: Node failure on (\S+)/

/** Slurm's own message about a task or its node; null if there is none. */
export function slurmSaysOf(
  { task, node }: Pick<ListeningTask, 'task' | 'node'>,
  lines: readonly string[],
): Text | null {
  const plain = lines.map((line) => line.replace(/^\s*\d+: (?=srun)/, ''))
  for (const line of plain) {
    const [, failed] = nodeFailure.exec(line) ?? []
    if (failed !== undefined && namesIn(failed).includes(node)) {
      return message('loadJob.nodeFailed', { node })
    }
  }
  for (const line of plain) {
    const [, tasks = '', what = ''] = taskError.exec(line) ?? []
    if (numbersIn(tasks).includes(task)) return message('loadJob.taskReported', { task, what })
  }
  return null
}

/** `1,3-5`. */
function numbersIn(list: string): number[] {
  return list
    .split(',')
    .filter((part) => part !== '')
    .flatMap((part) => {
      const [from = NaN, to = from] = part.split('-').map(Number)
      return Array.from({ length: to - from + 1 }, (_, place) => from + place)
    })
}

/** `n2,n4`; expands `n[2-4,7]`. */
function namesIn(list: string): string[] {
  return list.split(/,(?![^[]*\])/).flatMap((part) => {
    const [, prefix = '', inner] = /^(.*)\[(.*)\]$/.exec(part) ?? []
    if (inner === undefined) return [part]
    const width = /^\d+/.exec(inner)?.[0].length ?? 1
    const isPadded = inner.startsWith('0')
    return numbersIn(inner).map(
      (number) => prefix + (isPadded ? String(number).padStart(width, '0') : String(number)),
    )
  })
}

/** Reasons of a pending job that waiting does not resolve. */
const hopeless =
  /^(PartitionConfig|PartitionNodeLimit|PartitionTimeLimit|BadConstraints|JobHeld\w*|Invalid\w*|Assoc\w*PerJob\w*|QOS\w*PerJob\w*|AccountNotAllowed|QOSNotAllowed)\b/i

export function isHopeless(reason: string): boolean {
  return hopeless.test(reason)
}
