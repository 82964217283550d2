// Handle of one load thread, for the thread that runs the whole load.
import { Worker } from 'node:worker_threads'
import type { PartOutcome } from '../prepared-load.ts'
import { threadReply } from './thread-reply.ts'
import type { FromLoadThread, ThreadOrder, ToLoadThread } from './thread-protocol.ts'

export type ThreadReport = Exclude<FromLoadThread, { type: 'prepared' | 'finished' | 'failed' }>

export class LoadThread {
  readonly #worker: Worker
  /** Both reject with AppError if the thread fails or ends before. */
  readonly prepared: Promise<true>
  readonly finished: Promise<PartOutcome>

  constructor(entry: URL, order: ThreadOrder, onReported: (reported: ThreadReport) => void) {
    this.#worker = new Worker(entry, { workerData: order, execArgv: [] })
    this.prepared = this.#reply(({ type }) => (type === 'prepared' ? true : null))
    this.finished = this.#reply((message) => (message.type === 'finished' ? message.outcome : null))
    this.#worker.on('message', (message: FromLoadThread) => {
      if (isReported(message)) onReported(message)
    })
  }

  #reply<Value>(valueOf: (message: FromLoadThread) => Value | null): Promise<Value> {
    return threadReply(this.#worker, valueOf, 'runs.threadEnded')
  }

  post(message: ToLoadThread): void {
    this.#worker.postMessage(message)
  }

  end(): Promise<number> {
    return this.#worker.terminate()
  }
}

function isReported(message: FromLoadThread): message is ThreadReport {
  const { type } = message
  return type !== 'prepared' && type !== 'finished' && type !== 'failed'
}
