// Messages on a stream of bytes: JSON, and behind it whatever arrays of numbers the message holds, as they are. Both
// ends may run on versions of Node whose own serialization differs.
import { AppError } from '#core/model/app-error.ts'
import { withArrays, withoutArrays } from './lifted-arrays.ts'

/** Before the first frame: whatever a shell says while it starts is not ours. */
export const framesBegin = '@@kneepoint frames\n'

/** Of the message with its lengths, then of its JSON. */
const headBytes = 8

export function encodeFrame(message: object): Buffer {
  const arrays: Uint8Array[] = []
  const json = Buffer.from(JSON.stringify(withoutArrays(message, arrays)))
  const head = Buffer.alloc(headBytes)
  const bytes = arrays.reduce((total, { byteLength }) => total + byteLength, json.length)
  head.writeUInt32LE(headBytes + bytes, 0)
  head.writeUInt32LE(json.length, 4)
  return Buffer.concat([head, json, ...arrays])
}

export class FrameReader {
  readonly #longestBytes: number
  readonly #pieces: Buffer[] = []
  #bytes = 0
  #hasBegun = false

  /** Whoever is not trusted may not say more at once. */
  constructor(longestBytes = Infinity) {
    this.#longestBytes = longestBytes
  }

  /** The messages that these bytes complete. */
  add(piece: Buffer): unknown[] {
    this.#pieces.push(piece)
    this.#bytes += piece.length
    const messages: unknown[] = []
    if (!this.#hasBegun) this.#begin()
    while (this.#hasBegun && this.#bytes >= this.#wanted()) messages.push(this.#take())
    return messages
  }

  #begin(): void {
    const bytes = this.#joined()
    const at = bytes.indexOf(framesBegin)
    if (at < 0) return
    this.#hasBegun = true
    this.#leave(bytes.subarray(at + framesBegin.length))
  }

  /** Joining at every piece would copy a long message as often as it has pieces. */
  #wanted(): number {
    if (this.#bytes < headBytes) return headBytes
    const [first] = this.#pieces
    const head = first !== undefined && first.length >= headBytes ? first : this.#joined()
    const bytes = head.readUInt32LE(0)
    if (bytes <= this.#longestBytes) return bytes
    throw new AppError('host-failed', `The host says ${bytes} bytes at once.`, {
      remedy: 'Look at the host: what runs there is not what was put there.',
    })
  }

  #take(): unknown {
    const bytes = this.#joined()
    const end = bytes.readUInt32LE(0)
    const arraysAt = headBytes + bytes.readUInt32LE(4)
    const json: unknown = JSON.parse(bytes.toString('utf8', headBytes, arraysAt))
    this.#leave(bytes.subarray(end))
    return withArrays(json, bytes.subarray(arraysAt, end))
  }

  #joined(): Buffer {
    const [only] = this.#pieces
    if (this.#pieces.length === 1 && only !== undefined) return only
    const joined = Buffer.concat(this.#pieces)
    this.#leave(joined)
    return joined
  }

  #leave(bytes: Buffer): void {
    this.#pieces.splice(0, this.#pieces.length, bytes)
    this.#bytes = bytes.length
  }
}
