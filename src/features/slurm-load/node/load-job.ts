// A Slurm job whose tasks are load generators. One program on the login node submits it, watches it and cancels it; that
// program ends with our connection.
import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { message, type Text, textOf } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { isHopeless, type ListeningTask } from './load-job-log.ts'
import { joinScript, keeperPatienceS, submitScript } from './keeper-scripts.ts'
import {
  jobKeyFile,
  loadJobArguments,
  loadJobScript,
  loadStepWords,
  type TaskFiles,
} from './load-job-scripts.ts'
import { randomHex } from '#node/files/make-folder.ts'
import { type Host, type RunningProgram, writeHostFile } from '#node/remote/host.ts'
import { prepareRemoteLoad } from '#node/remote/load/prepare-remote-load.ts'
import { JobCourse, keeperLine } from './job-course.ts'
import {
  brokenConnection,
  goneTask,
  lateTasks,
  neverStarts,
  unusableJob,
  waitedTooLong,
  waitingText,
} from './job-errors.ts'
import type { LoadJobOrder } from '#features/slurm-load/core/load-job.ts'

/** Called with the reason that the job is pending, whenever it changes. */
type OnWaiting = (reason: Text) => void

/** From the start of the job until every task listens. */
const longestStartMs = 120_000
const keepAliveMs = (keeperPatienceS * 1000) / 6
/** From the end of a task until its script or Slurm reports it: a busy login node reads the log late. */
const longestReportMs = 20_000
/** Time to wait for Slurm's own reason, which may follow the script's. */
const longestReasonMs = 3000
const longestEndMs = 90_000
const lookEveryMs = 500

export class LoadJob {
  readonly host: Host
  readonly key: Buffer
  readonly #order: LoadJobOrder
  readonly #keeper: RunningProgram
  readonly #course = new JobCourse()
  readonly #over: Promise<void>
  readonly #listeners = new Set<() => void>()
  #isOver = false
  /** Reason why the keeper's connection broke. */
  #broke: Text | null = null
  #said = ''

  constructor(
    host: Host,
    { order, key, keeper }: Readonly<{ order: LoadJobOrder; key: Buffer; keeper: RunningProgram }>,
  ) {
    this.host = host
    this.key = key
    this.#order = order
    this.#keeper = keeper
    const { stdin, stdout, stderr } = keeper
    // Its exit reports the error; an unhandled event would end this process.
    for (const stream of [stdin, stdout, stderr]) stream.on('error', () => undefined)
    stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#said = (this.#said + text).slice(-2000)
    })
    createInterface({ input: stdout }).on('line', (line) => {
      const taken = keeperLine(line)
      if (taken !== null) this.#course.take(taken)
      this.#wake()
    })
    const keepAlive = setInterval(() => stdin.write('\n'), keepAliveMs)
    this.#over = keeper.ended
      .catch((error: unknown) => void (this.#broke = textOf(error)))
      .then(() => {
        clearInterval(keepAlive)
        this.#isOver = true
        this.#wake()
      })
  }

  /** Whether a task has ended, so that the job can send no further load. */
  get isBroken(): boolean {
    return this.#isOver || this.#course.hasEnded || this.#course.failed.size > 0
  }

  /** Resolves with all tasks, by number, once all wait for a connection. */
  async tasks(onWaiting: OnWaiting, signal: AbortSignal): Promise<readonly ListeningTask[]> {
    const { nodes, tasksPerNode } = this.#order
    const course = this.#course
    const count = nodes * tasksPerNode
    const queuedMs = performance.now()
    let startedMs: number | null = null
    let reported: string | null = null
    for (;;) {
      if (signal.aborted) throw new AppError('cancelled', message('runs.cancelledBeforeFirst'))
      const unusable = unusableJob(this.host, course, this.#order)
      if (unusable !== null) throw unusable
      if (this.#isOver) throw brokenConnection(this.host, this.#reason())
      if (course.listening.size === count) return byNumber(course.listening.values())
      if (course.isRunning) startedMs ??= performance.now()
      if (performance.now() - (startedMs ?? Infinity) > longestStartMs) {
        throw lateTasks(course, count, longestStartMs / 1000)
      }
      if (course.isWaiting) {
        this.#requirePatience(performance.now() - queuedMs)
        if (reported !== course.state.reason) onWaiting(waitingText(course))
        reported = course.state.reason
      }
      await this.#changed()
    }
  }

  /** Marks a task as taken: it accepts one connection, and listens again after that has ended. */
  take({ task }: ListeningTask): void {
    this.#course.listening.delete(task)
  }

  /** Reason that a connected task ended. Slurm may report it with some delay. */
  async whyGone(task: ListeningTask): Promise<AppError> {
    let deadlineMs = performance.now() + longestReportMs
    let isReported = false
    while (!this.#isOver && performance.now() < deadlineMs) {
      const kind = this.#course.failed.get(task.task)?.problem.kind
      if ((kind ?? 'ended') !== 'ended' || this.#course.endingOf(task) !== null) break
      if (kind !== undefined && !isReported) deadlineMs = performance.now() + longestReasonMs
      isReported = kind !== undefined
      await this.#changed()
    }
    if (this.#broke !== null) return brokenConnection(this.host, this.#reason())
    return goneTask(task, this.#course)
  }

  /** Cancels the job, and resolves when none of its processes is left. */
  async end(): Promise<void> {
    this.#keeper.stdin.end()
    const timer = setTimeout(() => this.#keeper.kill(), longestEndMs)
    await this.#over
    clearTimeout(timer)
  }

  #requirePatience(waitedMs: number): void {
    const { queueTimeoutS } = this.#order
    if (isHopeless(this.#course.state.reason)) throw neverStarts(this.#course)
    if (waitedMs > queueTimeoutS * 1000) {
      throw waitedTooLong(this.host, this.#course, queueTimeoutS)
    }
  }

  #reason(): Text {
    return this.#said.trim().split('\n').at(-1) || (this.#broke ?? '')
  }

  #wake(): void {
    const heard = [...this.#listeners]
    this.#listeners.clear()
    for (const hear of heard) hear()
  }

  /** Resolves after a change or a timeout. */
  async #changed(): Promise<void> {
    const heard = new AbortController()
    this.#listeners.add(() => heard.abort())
    await delay(lookEveryMs, undefined, { signal: heard.signal }).catch(() => undefined)
  }
}

function byNumber(tasks: Iterable<ListeningTask>): readonly ListeningTask[] {
  return [...tasks].toSorted((one, other) => one.task - other.task)
}

/** Resolves once the keeper runs; it submits the job, or joins the existing one. */
export async function startLoadJob(
  host: Host,
  order: LoadJobOrder,
  signal: AbortSignal,
): Promise<LoadJob> {
  const { node, program } = await prepareRemoteLoad(host, { signal })
  const id = randomHex(8)
  const key = randomBytes(32)
  const folder = `${program.slice(0, program.lastIndexOf('/programs/'))}/load-jobs/${id}`
  const files = { folder, node: node.program, program }
  const keyFile = { path: `${folder}/${jobKeyFile}`, contents: key.toString('hex') }
  await writeHostFile(host, { ...keyFile, mode: '600' })
  const words =
    order.joins === null
      ? await submission(host, order, { id, files })
      : [
          joinScript,
          'kneepoint',
          folder,
          order.joins,
          String(order.nodes),
          ...loadStepWords(files, order),
        ]
  return new LoadJob(host, {
    order,
    key,
    keeper: await host.start({ argv: ['sh', '-c', ...words] }, signal),
  })
}

async function submission(
  host: Host,
  { job, nodes, tasksPerNode }: LoadJobOrder,
  { id, files }: Readonly<{ id: string; files: TaskFiles }>,
): Promise<readonly string[]> {
  const { folder } = files
  const script = { path: `${folder}/job.sh`, contents: loadJobScript(files) }
  await writeHostFile(host, { ...script, mode: '700' })
  const words = loadJobArguments(job, { id, folder, nodes, tasksPerNode })
  return [submitScript, 'kneepoint', folder, ...words]
}
