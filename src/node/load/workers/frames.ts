// Messages on a byte stream: JSON, followed by the message's numeric arrays as raw bytes. The two ends may run versions of Node
// whose own serialization differs.
import { message } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'

/** Marks the first frame: any earlier output comes from a shell's start-up. */
export const framesBegin = '@@kneepoint frames\n'

/** Size in bytes of the field with the JSON's length. */
const headBytes = 4
/** Small arrays are sent together, large ones without a copy. */
const pieceBytes = 2 ** 20

type FrameHead = Readonly<{ message: unknown; arrayBytes: readonly number[] }>

export function encodeFrame(message: object): Buffer {
  return Buffer.concat([...framePieces(message)])
}

/** Yields one piece at a time, so that a message may exceed the free memory. */
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

/** JavaScript limits the length of a string to well below 2³² characters. */
function jsonBytes(reported: FrameHead): Buffer {
  try {
    return Buffer.from(JSON.stringify(reported))
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw appError(
      'unsupported',
      'runs.messageTooLarge',
      { count: reported.arrayBytes.length },
      { cause },
    )
  }
}

export class FrameReader {
  readonly #queue = new ByteQueue()
  readonly #messages: unknown[] = []
  readonly #reading: Generator<number, void, Buffer>
  #wanted: number | null = null

  /** `longestBytes` limits a message from an untrusted peer. */
  constructor(longestBytes = Infinity) {
    this.#reading = readFrames((message) => this.#messages.push(message), longestBytes)
  }

  /** Returns the messages that these bytes complete. */
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

/** Yields the number of bytes it needs next, and is resumed with them. */
function* readFrames(
  tell: (message: unknown) => void,
  longestBytes: number,
): Generator<number, void, Buffer> {
  for (;;) {
    const length = (yield headBytes).readUInt32LE()
    requireShort(length, longestBytes)
    const { message, arrayBytes } = JSON.parse((yield length).toString()) as FrameHead
    requireShort(
      arrayBytes.reduce((sum, bytes) => sum + bytes, length),
      longestBytes,
    )
    const arrays: Uint8Array<ArrayBuffer>[] = []
    // Copied, because typed arrays need aligned memory.
    for (const bytes of arrayBytes) arrays.push(new Uint8Array(yield bytes))
    tell(withArrays(message, arrays))
  }
}

function requireShort(bytes: number, longestBytes: number): void {
  if (bytes <= longestBytes) return
  throw appError('host-failed', 'runs.frameTooLarge', { count: bytes })
}

/** Bytes that arrived and are not read yet, in chunks as received. Joins only the bytes that are taken. */
class ByteQueue {
  #pieces: Buffer[] = []
  #bytes = 0

  get bytes(): number {
    return this.#bytes
  }

  add(piece: Buffer): void {
    this.#pieces.push(piece)
    this.#bytes += piece.length
  }

  /** Returns up to the requested number of available bytes. */
  take(count: number): Buffer {
    const taken: Buffer[] = []
    let missing = count
    let used = 0
    while (missing > 0 && used < this.#pieces.length) {
      const piece = this.#pieces[used] ?? Buffer.alloc(0)
      taken.push(piece.subarray(0, missing))
      if (piece.length > missing) this.#pieces[used] = piece.subarray(missing)
      else used += 1
      missing -= Math.min(missing, piece.length)
    }
    this.#pieces.splice(0, used)
    this.#bytes -= count - missing
    const [only] = taken
    return taken.length === 1 && only !== undefined ? only : Buffer.concat(taken)
  }

  /** Drops everything up to the first occurrence of the text; false while it has not arrived. */
  skipBehind(text: string): boolean {
    const all = Buffer.concat(this.#pieces)
    const at = all.indexOf(text)
    this.#pieces = [at < 0 ? all : all.subarray(at + text.length)]
    this.#bytes = this.#pieces[0]?.length ?? 0
    return at >= 0
  }
}

const arrayTypes = { Uint8Array, Uint32Array, Float64Array } as const

type ArrayName = keyof typeof arrayTypes

const arrayNames = ['Uint8Array', 'Uint32Array', 'Float64Array'] as const

/** `$array` contains the type of an extracted array, and its index among the extracted ones. */
type Place = Readonly<{ $array: readonly [ArrayName, number] }>
/** Infinity, -Infinity or NaN. */
type Odd = Readonly<{ $number: string }>

/** `lifted` receives the bytes of each array. */
function withoutArrays(message: unknown, lifted: Uint8Array[]): unknown {
  function lift(array: ArrayBufferView): Place {
    const { buffer, byteOffset, byteLength } = array
    lifted.push(new Uint8Array(buffer, byteOffset, byteLength))
    return { $array: [nameOf(array), lifted.length - 1] }
  }
  function said(value: unknown): unknown {
    if (typeof value === 'number') {
      return Number.isFinite(value) ? value : { $number: String(value) }
    }
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(said)
    return ArrayBuffer.isView(value) ? lift(value) : mapped(value, said)
  }
  return said(message)
}

/** Each array has its own buffer. */
function withArrays(json: unknown, lifted: readonly Uint8Array<ArrayBuffer>[]): unknown {
  function read(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(read)
    if (isPlace(value)) return arrayAt(value, lifted)
    return isOdd(value) ? Number(value.$number) : mapped(value, read)
  }
  return read(json)
}

function arrayAt(
  { $array: [name, index] }: Place,
  lifted: readonly Uint8Array<ArrayBuffer>[],
): ArrayBufferView {
  return new arrayTypes[name](lifted[index]?.buffer ?? new ArrayBuffer(0))
}

function nameOf(array: ArrayBufferView): ArrayName {
  for (const name of arrayNames) if (array instanceof arrayTypes[name]) return name
  throw new AppError('internal', message('runs.unknownArray', { type: array.constructor.name }))
}

function mapped(value: object, of: (member: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, of(member)]))
}

function isPlace(value: object): value is Place {
  return '$array' in value && Array.isArray(value.$array)
}

function isOdd(value: object): value is Odd {
  return '$number' in value && Object.keys(value).length === 1
}
