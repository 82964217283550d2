// One load thread, as the thread that runs the whole load holds it.
import { Worker } from 'node:worker_threads'
import { fromWire } from '#contract/app-error.ts'
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { PartOutcome } from '../prepared-load.ts'
import type { FromLoadThread, ThreadOrder, ToLoadThread } from './thread-protocol.ts'

export type Reported = Exclude<FromLoadThread, { type: 'prepared' | 'finished' | 'failed' }>

export class LoadThread {
  readonly #worker: Worker
  /** Both reject with AppError when the thread fails or ends before. */
  readonly prepared: Promise<true>
  readonly finished: Promise<PartOutcome>

  constructor(entry: URL, order: ThreadOrder, onReported: (reported: Reported) => void) {
    this.#worker = new Worker(entry, { workerData: order, execArgv: [] })
    this.prepared = answer(this.#worker, ({ type }) => (type === 'prepared' ? true : null))
    this.finished = answer(this.#worker, (message) =>
      message.type === 'finished' ? message.outcome : null,
    )
    this.#worker.on('message', (message: FromLoadThread) => {
      if (isReported(message)) onReported(message)
    })
  }

  post(message: ToLoadThread): void {
    this.#worker.postMessage(message)
  }

  end(): Promise<number> {
    return this.#worker.terminate()
  }
}

function isReported(message: FromLoadThread): message is Reported {
  const { type } = message
  return type !== 'prepared' && type !== 'finished' && type !== 'failed'
}

/** What the thread says of something once, unless it fails. */
function answer<Value>(
  worker: Worker,
  of: (message: FromLoadThread) => Value | null,
): Promise<Value> {
  const promise = new Promise<Value>((resolve, reject) => {
    worker.on('message', (message: FromLoadThread) => {
      const value = of(message)
      if (value !== null) resolve(value)
      else if (message.type === 'failed') reject(fromWire(message.error))
    })
    worker.on('error', (error) => reject(endedEarly(error)))
    worker.on('exit', () => reject(endedEarly(null)))
  })
  // Who waits for another answer only must not be surprised by this one.
  promise.catch(() => undefined)
  return promise
}

function endedEarly(cause: unknown): AppError {
  return new AppError('process-ended', message('runs.threadEnded'), {
    remedy: message('hosts.loadEnded.remedy'),
    cause,
  })
}
