// One load thread, as the thread that runs the whole load holds it.
import { Worker } from 'node:worker_threads'
import { fromWire } from '#contract/app-error.ts'
import { AppError } from '#core/model/app-error.ts'
import type { MeasurementOutcome } from '../measurement.ts'
import type { FromLoadThread, ThreadOrder, ToLoadThread } from './thread-protocol.ts'

/** Ends in an error when the thread does. */
type Told = Exclude<FromLoadThread, { type: 'prepared' | 'finished' | 'failed' }>

export class LoadThread {
  readonly #worker: Worker
  readonly prepared: Promise<void>
  readonly finished: Promise<MeasurementOutcome>

  constructor(entry: URL, order: ThreadOrder, onTold: (told: Told) => void) {
    this.#worker = new Worker(entry, { workerData: order, execArgv: [] })
    const prepared = Promise.withResolvers<void>()
    const finished = Promise.withResolvers<MeasurementOutcome>()
    const fail = (error: Error) => {
      prepared.reject(error)
      finished.reject(error)
    }
    this.#worker.on('message', (message: FromLoadThread) => {
      if (message.type === 'prepared') prepared.resolve()
      else if (message.type === 'finished') finished.resolve(message.outcome)
      else if (message.type === 'failed') fail(fromWire(message.error))
      else onTold(message)
    })
    this.#worker.on('error', (error) => fail(endedEarly(error)))
    this.#worker.on('exit', () => fail(endedEarly(null)))
    this.prepared = prepared.promise
    this.finished = finished.promise
    // Whoever waits for one of them only must not be surprised by the other.
    this.prepared.catch(() => undefined)
    this.finished.catch(() => undefined)
  }

  post(message: ToLoadThread): void {
    this.#worker.postMessage(message)
  }

  end(): Promise<number> {
    return this.#worker.terminate()
  }
}

function endedEarly(cause: unknown): AppError {
  return new AppError(
    'process-ended',
    'A thread of the load generator ended in the middle of a run.',
    {
      remedy: 'What was measured until then is kept; run the benchmark again for the rest.',
      cause,
    },
  )
}
