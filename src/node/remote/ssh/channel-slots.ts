// Limits the concurrent programs on one connection: sshd allows ten sessions by default.
import { message, MessageError } from '#core/messages/message.ts'

export const mostAtOnce = 6

type ChannelSlots = Readonly<{
  /** Resolves when a slot is free, with a function that releases it; releasing it twice is harmless. */
  take(signal?: AbortSignal): Promise<() => void>
  /** The server allows no more than the current number. False if that is 0, so that waiting would not help. */
  lower(): boolean
}>

export function channelSlots(): ChannelSlots {
  let limit = mostAtOnce
  let taken = 0
  const waiting: (() => void)[] = []

  function release(): void {
    const next = taken > limit ? undefined : waiting.shift()
    if (next === undefined) taken -= 1
    else next()
  }

  function turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      function leave(): void {
        waiting.splice(waiting.indexOf(go), 1)
        reject(new MessageError(message('hosts.givenUp')))
      }
      function go(): void {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      waiting.push(go)
      if (signal?.aborted === true) leave()
      else signal?.addEventListener('abort', leave, { once: true })
    })
  }

  return {
    async take(signal) {
      if (taken < limit) taken += 1
      else await turn(signal)
      let isHeld = true
      return () => {
        if (isHeld) release()
        isHeld = false
      }
    },
    lower() {
      limit = Math.max(1, Math.min(limit, taken))
      return taken > 0
    },
  }
}
