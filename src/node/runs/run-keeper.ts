// Stores one run during its measurement, from a separate thread.
import { Worker } from 'node:worker_threads'
import type { RequestRecord } from '#core/records/request-record.ts'
import type { Run } from '#core/model/run/run.ts'
import { RecordSender } from '#node/load/record-sender.ts'
import { threadReply } from '#node/load/workers/thread-reply.ts'
import type { TelemetrySink } from '#node/telemetry/run-telemetry.ts'
import type { FromKeeper, KeeperOrder, KeptSampling, ToKeeper } from './serve-run-keeper.ts'

type KeptRun = Readonly<{ run: Run; spooledTo: string | null }>

export class RunKeeper {
  readonly #worker: Worker
  readonly #ended: Promise<KeptRun>
  readonly #sender = new RecordSender((records) => this.#post({ type: 'records', records }))

  private constructor(worker: Worker) {
    this.#worker = worker
    const keptOf = (from: FromKeeper) => (from.type === 'ended' ? from : null)
    this.#ended = threadReply(worker, keptOf, 'runs.keeperEnded')
    worker.on('message', ({ type }: FromKeeper) => type === 'kept' && this.#sender.kept())
  }

  /** `entry` is the thread's module, which must call serveRunKeeper. Rejects if nothing can be stored. */
  static async open(entry: URL, order: KeeperOrder): Promise<RunKeeper> {
    const worker = new Worker(entry, { workerData: order, execArgv: [] })
    const keeper = new RunKeeper(worker)
    await heard(worker, 'opened')
    return keeper
  }

  begin(run: Run, sampling: KeptSampling | null): void {
    this.#post({ type: 'begin', run, sampling })
  }

  /** Stores samples from elsewhere. */
  sink(): TelemetrySink {
    let sources = 0
    return {
      openSource: (source) => {
        const number = sources++
        this.#post({ type: 'source', number, source })
        return (sample) => this.#post({ type: 'sample', number, sample })
      },
      onProblem: (problem) => this.#post({ type: 'problem', problem }),
    }
  }

  /** Marks the end of the measurement; later samples do not belong to the run. */
  measured(): void {
    this.#post({ type: 'measured' })
  }

  append(records: readonly RequestRecord[]): void {
    this.#sender.append(records)
  }

  /** Resolves when everything is stored; rejects with any earlier error. */
  async end(run: Run, recounted: readonly RequestRecord[]): Promise<KeptRun> {
    const outputTokens = recounted.map(({ index, outputTokens, tokenParts }) => ({
      index,
      outputTokens,
      tokenParts,
    }))
    await this.#allSent()
    this.#post({ type: 'end', run, outputTokens })
    return this.#ended
  }

  async fail(run: Run): Promise<void> {
    await this.#allSent()
    this.#post({ type: 'fail', run })
    await this.#ended
  }

  /** Rejects if the thread fails early. */
  async #allSent(): Promise<void> {
    await Promise.race([this.#sender.allSent(), this.#ended])
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  #post(message: ToKeeper): void {
    this.#worker.postMessage(message)
  }
}

function heard(worker: Worker, wanted: FromKeeper['type']): Promise<true> {
  const valueOf = ({ type }: FromKeeper) => (type === wanted ? true : null)
  return threadReply(worker, valueOf, 'runs.keeperEnded')
}
