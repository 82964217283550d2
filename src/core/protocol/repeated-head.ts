// Response heads on one connection are often identical byte for byte; an identical head is not parsed again.
import { message, type Text } from '#core/messages/message.ts'
import type { ResponseHead } from './response-head.ts'
import { FixedBytes, viewOf } from './event-template.ts'

/** Framing of a response body, determined by its head (RFC 9112, 6.3). */
type BodyFraming = Readonly<{
  /** Part after the head: a chunk, a fixed number of bytes, or everything until the connection closes. */
  kind: 'chunk-size' | 'body' | 'rest'
  /** Content length of the body. */
  length: number
  /** The connection may carry another response afterwards. */
  keepAlive: boolean
  fault: Text | null
}>

const endsChunked = /(^|,)\s*chunked\s*$/i
const closes = /(^|,)\s*close\s*(,|$)/i

function bodyFraming(head: ResponseHead): BodyFraming {
  const keepAlive = !closes.test(head.header('connection') ?? '') && !head.isOldProtocol
  if (endsChunked.test(head.header('transfer-encoding') ?? '')) {
    return { kind: 'chunk-size', length: 0, keepAlive, fault: null }
  }
  const lengths = new Set(head.header('content-length')?.split(/\s*,\s*/))
  const [length] = lengths
  if (length === undefined) return { kind: 'rest', length: 0, keepAlive, fault: null }
  const isSound = lengths.size === 1 && /^\d{1,15}$/.test(length)
  const fault = isSound ? null : message('runs.contentLength', { length: [...lengths].join(', ') })
  return { kind: 'body', length: isSound ? Number(length) : 0, keepAlive, fault }
}

export type KnownHead = Readonly<{ head: ResponseHead; framing: BodyFraming }>

/** Number of unmatched heads before learning stops: if heads differ, for example by a request id, it only costs time. */
const freeLessons = 8

export class RepeatedHead {
  #known: KnownHead | null = null
  #fixed = new FixedBytes(new Uint8Array())
  #lessons = 0
  #hits = 0
  /** Last buffer and a view of it, cached because the buffer rarely changes. */
  #bytes: Uint8Array = new Uint8Array()
  #view = viewOf(this.#bytes)
  /** End of the last head found. */
  end = 0

  /** The previous head, if `bytes` repeat it from `start` on. */
  find(bytes: Uint8Array, start: number, limit: number): KnownHead | null {
    if (this.#known === null) return null
    this.end = this.#fixed.endIn(this.#viewOf(bytes), start, limit)
    if (this.end === -1) return null
    this.#hits++
    return this.#known
  }

  /** `bytes` contain exactly one head, including the blank line. */
  learn(bytes: Uint8Array, head: ResponseHead): KnownHead {
    const known = { head, framing: bodyFraming(head) }
    if (this.#lessons < freeLessons + this.#hits) {
      this.#lessons++
      this.#fixed = new FixedBytes(bytes)
      this.#known = known
    }
    return known
  }

  #viewOf(bytes: Uint8Array): DataView {
    if (bytes !== this.#bytes) {
      this.#bytes = bytes
      this.#view = viewOf(bytes)
    }
    return this.#view
  }
}
