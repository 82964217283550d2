// One output stream of a call on a host: forwards the bytes between the markers unchanged, and drops the rest.
import { Transform, type TransformCallback } from 'node:stream'
import { callMark, endMark } from '#core/command-line/remote-call.ts'

export type OutputListener = Readonly<{
  onOpened(rest: string): void
  /** The exit code after the end marker. */
  onEnded(code: number): void
  /** More bytes than allowed were printed before the marker. */
  onFlood(): void
}>

/** Login banners of clusters have a few KiB. */
export const mostNoiseBytes = 256 * 1024
const keptNoiseBytes = 4096
const longestLineBytes = 64
const newline = 10
const carriageReturn = 13

type State = 'before' | 'inside' | 'after'

export class MarkedOutput extends Transform {
  readonly #openMark: Buffer
  readonly #endMark: Buffer
  readonly #listener: OutputListener
  #state: State = 'before'
  /** Bytes that may be the start of a marker. */
  #held: Buffer = Buffer.alloc(0)
  #noise: Buffer = Buffer.alloc(0)
  #noiseBytes = 0
  /** The host uses CR LF as line ends. */
  #hasCarriageReturns = false

  constructor(nonce: string, listener: OutputListener) {
    super()
    this.#openMark = Buffer.from(callMark(nonce))
    this.#endMark = Buffer.from(endMark(nonce))
    this.#listener = listener
  }

  /** The end of the output outside the markers, for an error that quotes it. */
  noise(): string {
    return Buffer.concat([this.#noise, this.#state === 'before' ? this.#held : Buffer.alloc(0)])
      .subarray(-keptNoiseBytes)
      .toString()
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (this.#state !== 'after') this.#take(Buffer.concat([this.#held, chunk]))
    done()
  }

  override _flush(done: TransformCallback): void {
    if (this.#state === 'inside') this.#pass(this.#held)
    done()
  }

  #take(bytes: Buffer): void {
    if (this.#state === 'before') this.#open(bytes)
    else this.#forward(bytes)
  }

  #open(bytes: Buffer): void {
    const at = bytes.indexOf(this.#openMark)
    const lineEnd = at < 0 ? -1 : bytes.indexOf(newline, at)
    if (lineEnd < 0) {
      const keep = at < 0 ? this.#openMark.length - 1 : bytes.length - at
      if (at >= 0 && keep > this.#openMark.length + longestLineBytes) this.#listener.onFlood()
      this.#addNoise(bytes.subarray(0, Math.max(0, bytes.length - keep)))
      this.#held = bytes.subarray(Math.max(0, bytes.length - keep))
      return
    }
    this.#addNoise(bytes.subarray(0, at))
    this.#state = 'inside'
    const line = bytes.toString('latin1', at + this.#openMark.length, lineEnd)
    this.#hasCarriageReturns = line.endsWith('\r')
    this.#listener.onOpened(line.replace(/\r$/, ''))
    this.#forward(bytes.subarray(lineEnd + 1))
  }

  #addNoise(bytes: Buffer): void {
    this.#noiseBytes += bytes.length
    this.#noise = Buffer.concat([this.#noise, bytes]).subarray(-keptNoiseBytes)
    if (this.#noiseBytes > mostNoiseBytes) this.#listener.onFlood()
  }

  #forward(bytes: Buffer): void {
    const at = bytes.indexOf(this.#endMark)
    const lineEnd = at < 0 ? -1 : bytes.indexOf(newline, at)
    const held = at < 0 ? this.#heldLength(bytes) : bytes.length - at
    this.#pass(bytes.subarray(0, bytes.length - held))
    this.#held = bytes.subarray(bytes.length - held)
    if (lineEnd < 0) return
    this.#state = 'after'
    this.push(null)
    this.#listener.onEnded(
      Number(bytes.toString('latin1', at + this.#endMark.length, lineEnd).trim()),
    )
  }

  /** Number of trailing bytes that may be an incomplete marker. A marker contains its first byte only once. */
  #heldLength(bytes: Buffer): number {
    const at = bytes.lastIndexOf(this.#endMark.subarray(0, 1))
    const tail = bytes.subarray(at)
    if (at >= 0 && this.#endMark.subarray(0, tail.length).equals(tail)) return tail.length
    return this.#hasCarriageReturns && bytes.at(-1) === carriageReturn ? 1 : 0
  }

  #pass(bytes: Buffer): void {
    if (bytes.length === 0) return
    this.push(this.#hasCarriageReturns ? withoutCarriageReturns(bytes) : bytes)
  }
}

function withoutCarriageReturns(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
}
