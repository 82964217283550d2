// A socket that was opened ahead of the first request and carries nothing yet.
import type { Socket } from 'node:net'
import { nowUs } from '../runtime/clock.ts'
import { idleLimitMs } from './undici-limits.ts'

export class SpareSocket {
  readonly #socket: Socket
  readonly #openedAtUs = nowUs()
  /** Reads, so that the end of the connection is noticed; the server has nothing to send yet. */
  readonly #onReadable = (): void => {
    if (this.#socket.read() !== null) this.#socket.destroy()
  }

  constructor(socket: Socket) {
    this.#socket = socket.on('error', () => undefined).on('readable', this.#onReadable)
  }

  /** Null where the server has closed it, or is about to. */
  take(): Socket | null {
    this.#socket.off('readable', this.#onReadable)
    const isFresh = nowUs() - this.#openedAtUs < 1000 * idleLimitMs
    if (this.#socket.writable && !this.#socket.readableEnded && isFresh) return this.#socket
    this.destroy()
    return null
  }

  destroy(): void {
    this.#socket.destroy()
  }
}
