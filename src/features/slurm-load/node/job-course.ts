// State of a load job from its keeper's reports: state in the queue, listening tasks, failed tasks, and the log.
import type { Text } from '#core/messages/message.ts'
import type { JobState } from '#core/flags/slurm-job.ts'
import { isUnderWay, isWaiting, jobEnding, jobStateIn } from '#core/vllm/launch/job-state.ts'
import { slurmSaysOf, taskLineIn, type ListeningTask, type TaskProblem } from './load-job-log.ts'

type KeeperLine =
  | Readonly<{ kind: 'no-slurm' | 'unknown-job' | 'over' }>
  | Readonly<{ kind: 'refused' | 'log' | 'job'; text: string }>
  | Readonly<{ kind: 'few-nodes'; nodes: number }>
  | Readonly<{ kind: 'partitions'; names: readonly string[] }>
  | Readonly<{ kind: 'state'; job: Omit<JobState, 'id'> }>

/** Parses a line of the keeper; null for other output of the shell. */
export function keeperLine(line: string): KeeperLine | null {
  const end = line.indexOf(' ')
  const kind = end < 0 ? line : line.slice(0, end)
  const text = end < 0 ? '' : line.slice(end + 1)
  switch (kind) {
    case 'no-slurm':
    case 'unknown-job':
    case 'over':
      return { kind }
    case 'few-nodes':
      return { kind, nodes: Number(text) }
    case 'refused':
    case 'log':
    case 'job':
      return { kind, text }
    case 'partitions':
      return { kind, names: text.split(' ').filter((name) => name !== '') }
    case 'state':
      return { kind, job: jobStateIn(['', text]) }
  }
  return null
}

export type FailedTask = Readonly<{ node: string; problem: TaskProblem }>

const keptLines = 400

export class JobCourse {
  readonly listening = new Map<number, ListeningTask>()
  /** First problem of each task; later problems follow from it. */
  readonly failed = new Map<number, FailedTask>()
  readonly #log: string[] = []
  state: JobState = { id: '', state: '', node: '', reason: '' }
  /** Output of sbatch without a job number. */
  refusal: readonly string[] = []
  partitions: readonly string[] = []
  hasSlurm = true
  /** Whether the job to join does not exist. */
  isUnknown = false
  /** Number of nodes of the job to join, if they are too few. */
  nodesThere: number | null = null

  take(line: KeeperLine): void {
    switch (line.kind) {
      case 'no-slurm':
        this.hasSlurm = false
        break
      case 'unknown-job':
        this.isUnknown = true
        break
      case 'few-nodes':
        this.nodesThere = line.nodes
        break
      case 'refused':
        this.refusal = [...this.refusal, line.text]
        break
      case 'partitions':
        this.partitions = line.names
        break
      case 'job':
        this.state = { ...this.state, id: line.text }
        break
      case 'state':
        this.state = { ...line.job, id: this.state.id }
        break
      case 'log':
        this.#takeLog(line.text)
        break
      case 'over':
        break
    }
  }

  get isWaiting(): boolean {
    return isWaiting(this.state)
  }

  get isRunning(): boolean {
    return this.#isKnown && isUnderWay(this.state) && !isWaiting(this.state)
  }

  get hasEnded(): boolean {
    return this.#isKnown && !isUnderWay(this.state)
  }

  get lastLine(): string | null {
    return this.#log.at(-1) ?? null
  }

  /** Reason why Slurm ended the job; null if it did not. */
  get ending(): Text | null {
    return jobEnding(this.state, this.#log)
  }

  /** Reason why a task ended, as far as Slurm reported it. */
  endingOf(task: ListeningTask): Text | null {
    return this.ending ?? slurmSaysOf(task, this.#log)
  }

  get #isKnown(): boolean {
    return this.state.state !== ''
  }

  #takeLog(text: string): void {
    const line = taskLineIn(text)
    if (line === null) {
      this.#log.push(text)
      if (this.#log.length > keptLines) this.#log.shift()
      return
    }
    const { task, node } = line
    if (line.listening !== null) {
      this.listening.set(task, line.listening)
      return
    }
    this.listening.delete(task)
    if (!this.failed.has(task)) this.failed.set(task, { node, problem: line.problem })
  }
}
