// How long this thread waited for a processor after it was woken, as the scheduler of Linux counts it for each thread.
import { Buffer } from 'node:buffer'
import { closeSync, openSync, readSync } from 'node:fs'

const file = '/proc/thread-self/schedstat'
const [space, zero] = [0x20, 0x30]

export class RunDelay {
  readonly #bytes = Buffer.alloc(96)
  #fd: number | null = null
  #waitedNs = 0
  #slices = 0

  /** Only Linux counts it; elsewhere every wait reads as 0. */
  start(): void {
    try {
      this.#fd = openSync(file, 'r')
    } catch {
      this.#fd = null
    }
    this.takeUs()
  }

  stop(): void {
    if (this.#fd !== null) closeSync(this.#fd)
    this.#fd = null
  }

  /** Mean wait, in µs, of the times the thread got a processor since the last call. Takes about 2 µs. */
  takeUs(): number {
    const fd = this.#fd
    if (fd === null) return 0
    const length = readSync(fd, this.#bytes, 0, this.#bytes.length, 0)
    const waitAt = this.#bytes.indexOf(space) + 1
    const slicesAt = this.#bytes.indexOf(space, waitAt) + 1
    const waitedNs = this.#number(waitAt, slicesAt - 1)
    const slices = this.#number(slicesAt, length - 1)
    const delayNs = (waitedNs - this.#waitedNs) / Math.max(1, slices - this.#slices)
    this.#waitedNs = waitedNs
    this.#slices = slices
    return delayNs / 1000
  }

  #number(start: number, end: number): number {
    let value = 0
    for (let at = start; at < end; at++) value = 10 * value + (this.#bytes[at] ?? zero) - zero
    return value
  }
}
