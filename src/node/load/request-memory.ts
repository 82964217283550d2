// Memory pool for the bytes of long requests, reused once the system has taken them. Without it every request of a run would
// become garbage, and tens of megabytes accumulate between two collections.
import { Buffer } from 'node:buffer'

const shortestBytes = 2 ** 14
const mostSpareBytes = 2 ** 25

/** Exported for tests. */
export class RequestMemory {
  /** Unused blocks by size, which is a power of two. */
  readonly #spare = new Map<number, ArrayBuffer[]>()
  readonly #lent = new WeakSet<ArrayBufferLike>()
  #spareBytes = 0

  /** Uninitialised memory. */
  take(length: number): Buffer {
    if (length < shortestBytes) return Buffer.allocUnsafe(length)
    const size = 2 ** Math.ceil(Math.log2(length))
    const memory = this.#spare.get(size)?.pop()
    if (memory !== undefined) this.#spareBytes -= size
    const piece = memory ?? Buffer.allocUnsafeSlow(size).buffer
    this.#lent.add(piece)
    return Buffer.from(piece, 0, length)
  }

  /** Whether the bytes are in memory from `take` that can be released. */
  isLent({ buffer }: Uint8Array): boolean {
    return this.#lent.has(buffer)
  }

  /** The bytes must come from `take`, and must not be used afterwards. */
  giveBack({ buffer: piece }: Uint8Array): void {
    if (!(piece instanceof ArrayBuffer) || !this.#lent.delete(piece)) return
    const size = piece.byteLength
    if (this.#spareBytes + size > mostSpareBytes) return
    this.#spareBytes += size
    const alike = this.#spare.get(size)
    if (alike === undefined) this.#spare.set(size, [piece])
    else alike.push(piece)
  }
}

/** Requests of this thread. */
export const requestMemory = new RequestMemory()
