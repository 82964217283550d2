// Messages on a stream of bytes: JSON, and behind it whatever arrays of numbers the message holds, as they are. Both
// ends may run on versions of Node whose own serialization differs.
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { ByteQueue } from './byte-queue.ts'
import { withArrays, withoutArrays } from './lifted-arrays.ts'

/** Before the first frame: whatever a shell says while it starts is not ours. */
export const framesBegin = '@@kneepoint frames\n'

/** Of the length of the JSON. */
const headBytes = 4
/** Small arrays are sent together, and large ones as they lie in memory. */
const pieceBytes = 2 ** 20

type Reported = Readonly<{ message: unknown; arrayBytes: readonly number[] }>

export function encodeFrame(message: object): Buffer {
  return Buffer.concat([...framePieces(message)])
}

/** One after the other, so that a message may be larger than the memory left. */
export function* framePieces(message: object): Generator<Buffer, void> {
  const arrays: Uint8Array[] = []
  const reported = withoutArrays(message, arrays)
  const arrayBytes = arrays.map(({ byteLength }) => byteLength)
  const json = jsonBytes({ message: reported, arrayBytes })
  const head = Buffer.alloc(headBytes)
  head.writeUInt32LE(json.length)
  let small: Uint8Array[] = [head, json]
  let bytes = headBytes + json.length
  for (const array of arrays) {
    small.push(array)
    bytes += array.length
    if (bytes < pieceBytes) continue
    yield* joined(small)
    small = []
    bytes = 0
  }
  yield* joined(small)
}

function* joined(pieces: readonly Uint8Array[]): Generator<Buffer, void> {
  const last = pieces.at(-1)
  if (last === undefined) return
  const isLarge = last.length >= pieceBytes
  yield Buffer.concat(isLarge ? pieces.slice(0, -1) : pieces)
  if (isLarge) yield Buffer.from(last.buffer, last.byteOffset, last.byteLength)
}

/** What a text may hold ends before 32 bits do. */
function jsonBytes(reported: Reported): Buffer {
  try {
    return Buffer.from(JSON.stringify(reported))
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw new AppError(
      'unsupported',
      message('runs.messageTooLarge', { count: reported.arrayBytes.length }),
      { remedy: message('runs.messageTooLarge.remedy'), cause },
    )
  }
}

export class FrameReader {
  readonly #queue = new ByteQueue()
  readonly #messages: unknown[] = []
  readonly #reading: Generator<number, void, Buffer>
  #wanted: number | null = null

  /** A peer that is not trusted cannot send more at once. */
  constructor(longestBytes = Infinity) {
    this.#reading = readFrames((message) => this.#messages.push(message), longestBytes)
  }

  /** The messages that these bytes complete. */
  add(piece: Buffer): unknown[] {
    this.#queue.add(piece)
    if (this.#wanted === null && this.#queue.skipBehind(framesBegin)) {
      this.#wanted = this.#reading.next().value ?? null
    }
    while (this.#wanted !== null && this.#queue.bytes >= this.#wanted) {
      this.#wanted = this.#reading.next(this.#queue.take(this.#wanted)).value ?? null
    }
    return this.#messages.splice(0)
  }
}

/** Says how many bytes it wants next, and is given them. */
function* readFrames(
  tell: (message: unknown) => void,
  longestBytes: number,
): Generator<number, void, Buffer> {
  for (;;) {
    const length = (yield headBytes).readUInt32LE()
    requireShort(length, longestBytes)
    const { message, arrayBytes } = JSON.parse((yield length).toString()) as Reported
    requireShort(
      arrayBytes.reduce((sum, bytes) => sum + bytes, length),
      longestBytes,
    )
    const arrays: Uint8Array<ArrayBuffer>[] = []
    // Copied: numbers of several bytes have to begin where such numbers may.
    for (const bytes of arrayBytes) arrays.push(new Uint8Array(yield bytes))
    tell(withArrays(message, arrays))
  }
}

function requireShort(bytes: number, longestBytes: number): void {
  if (bytes <= longestBytes) return
  throw new AppError('host-failed', message('runs.frameTooLarge', { count: bytes }), {
    remedy: message('runs.frameTooLarge.remedy'),
  })
}
