// Awaits the message of a worker thread that contains its result; ignores other messages.
import type { Worker } from 'node:worker_threads'
import { type AppErrorWire, fromWire } from '#contract/app-error.ts'
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'

type FailureMessage = Readonly<{ type: 'failed'; error: AppErrorWire }>

/** Message for an early exit of the thread. */
type EndedEarly = 'runs.threadEnded' | 'runs.keeperEnded'

const remedies = {
  'runs.threadEnded': 'hosts.loadEnded.remedy',
  'runs.keeperEnded': 'runs.keeperEnded.remedy',
} as const

/** Resolves with the first value that is not null; rejects with AppError if the thread fails or exits early. */
export function threadReply<FromThread extends Readonly<{ type: string }>, Value>(
  worker: Worker,
  valueOf: (from: FromThread) => Value | null,
  endedEarly: EndedEarly,
): Promise<Value> {
  const ended = (cause: unknown) =>
    new AppError('process-ended', message(endedEarly), {
      remedy: message(remedies[endedEarly]),
      cause,
    })
  const promise = new Promise<Value>((resolve, reject) => {
    worker.on('message', (from: FromThread | FailureMessage) => {
      if (isFailed(from)) return reject(fromWire(from.error))
      const value = valueOf(from)
      if (value !== null) resolve(value)
    })
    worker.on('error', (cause) => reject(ended(cause)))
    worker.on('exit', () => reject(ended(null)))
  })
  // The promise may reject before it is awaited.
  promise.catch(() => undefined)
  return promise
}

function isFailed(from: Readonly<{ type: string }>): from is FailureMessage {
  return from.type === 'failed'
}
