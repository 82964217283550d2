// Waits for a shared result until the caller aborts.
import { message, MessageError } from '#core/messages/message.ts'

export function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new MessageError(message('hosts.givenUp')))
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
