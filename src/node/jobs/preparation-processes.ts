// Prepares workloads in a separate process, so that the application stays responsive and holds no prompts in memory. The process
// is reused for the next workload, because most follow soon with the same tokenizer.
import { setImmediate } from 'node:timers/promises'
import { fromWire } from '#contract/app-error.ts'
import type { ChildProcessPort } from '#contract/app-events.ts'
import type {
  FromPreparation,
  Preparation,
  SummaryCircumstances,
  ToPreparation,
} from '#contract/preparation-protocol.ts'
import { message } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { packRecords } from '#core/records/packed-records.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { hostTokenizerFile } from '#node/experiment/host-tokenizer-file.ts'
import type { PreparationTools, PrepareRun } from '#node/experiment/prepare-run.ts'
import { IdleProcess } from '#node/load/workers/idle-process.ts'

type Port = ChildProcessPort<ToPreparation, FromPreparation>

export type SpawnPreparation = () => Port

export class PreparationProcesses {
  readonly #spawn: SpawnPreparation
  readonly #idle = new IdleProcess<PreparationProcess>()

  constructor(spawn: SpawnPreparation) {
    this.#spawn = spawn
  }

  /** Rejects with `process-ended` if the process crashes, and with the errors of `prepareRun`. */
  readonly prepare: PrepareRun = async (order, tools, signal) => {
    tools.onStep('loading-tokenizer')
    const tokenizerFile = await hostTokenizerFile(order.config, tools.hostTokenizer)
    const worker = this.#idle.take() ?? new PreparationProcess(this.#spawn())
    const stop = () => worker.fail(new AppError('cancelled', message('runs.cancelledBeforeFirst')))
    signal.addEventListener('abort', stop, { once: true })
    try {
      if (signal.aborted) stop()
      const preparation = await worker.prepare({ type: 'prepare', order, tokenizerFile }, tools)
      return {
        preparation,
        countTokens: preparation.hasTokenizer
          ? (texts) => worker.count({ type: 'count', texts })
          : null,
        repeatedTokens: async (sent) => (await worker.count({ type: 'repeated', sent }))[0] ?? 0,
        summarize: async (records, { gaps, ...circumstances }) => {
          try {
            return await worker.summarize(records, circumstances)
          } catch (error) {
            if (worker.isAlive) throw error
            // The measurement survives a crash of the process.
            const { summarizeRecords } = await import('#node/experiment/summarize-records.ts')
            return summarizeRecords(records, { ...circumstances, ...(gaps && { gaps }) })
          }
        },
        close: () => this.#keep(worker),
      }
    } catch (error) {
      worker.kill()
      throw error
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  close(): void {
    this.#idle.close()
  }

  #keep(worker: PreparationProcess): void {
    worker.post({ type: 'release' })
    this.#idle.keep(worker)
  }
}

const recordsPerMessage = 1000

/** Texts are most of a record's size, and no metric needs them. */
function withoutTexts(record: RequestRecord): RequestRecord {
  return { ...record, generatedText: '', reasoningText: undefined }
}

type PendingReply = Readonly<{
  resolve: (message: FromPreparation) => void
  reject: (error: AppError) => void
}>

/** A process that replies to one message at a time. */
class PreparationProcess {
  readonly #port: Port
  #waiting: PendingReply | null = null
  #failure: AppError | null = null
  #onStep: PreparationTools['onStep'] = () => undefined

  constructor(port: Port) {
    this.#port = port
    port.onExit((code) => this.fail(appError('process-ended', 'runs.preparationEnded', { code })))
    port.onMessage((reply) => {
      if (reply.type === 'step') this.#onStep(reply.step, reply.detail)
      else if (reply.type === 'failed') this.#settle()?.reject(fromWire(reply.error))
      else this.#settle()?.resolve(reply)
    })
  }

  get isAlive(): boolean {
    return this.#failure === null
  }

  async prepare(
    order: ToPreparation,
    { onStep }: Pick<PreparationTools, 'onStep'>,
  ): Promise<Preparation> {
    this.#onStep = onStep
    const reply = await this.#ask(order)
    if (reply.type === 'prepared') return reply.preparation
    throw new TypeError(`A workload was expected, not "${reply.type}".`)
  }

  async count(question: ToPreparation): Promise<readonly number[]> {
    const reply = await this.#ask(question)
    if (reply.type === 'counted') return reply.tokens
    throw new TypeError(`Counts were expected, not "${reply.type}".`)
  }

  /** Sends the records in batches, so that this process stays responsive. */
  async summarize(
    records: readonly RequestRecord[],
    circumstances: SummaryCircumstances,
  ): Promise<RunSummary> {
    for (let start = 0; start < records.length; start += recordsPerMessage) {
      const part = records.slice(start, start + recordsPerMessage).map(withoutTexts)
      this.#port.post({ type: 'records', records: packRecords(part) })
      await setImmediate()
    }
    const reply = await this.#ask({ type: 'summarize', circumstances })
    if (reply.type === 'summarized') return reply.summary
    throw new TypeError(`A summary was expected, not "${reply.type}".`)
  }

  post(message: ToPreparation): void {
    this.#port.post(message)
  }

  /** Rejects pending messages; nothing further is sent. */
  fail(error: AppError): void {
    this.#failure ??= error
    this.#settle()?.reject(this.#failure)
  }

  kill(): void {
    this.#port.kill()
  }

  #ask(message: ToPreparation): Promise<FromPreparation> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== null) return reject(this.#failure)
      this.#waiting = { resolve, reject }
      this.#port.post(message)
    })
  }

  #settle(): PendingReply | null {
    const waiting = this.#waiting
    this.#waiting = null
    return waiting
  }
}
