// The heads of answers over one connection are often the same to the last byte; one that is need not be read again.
import { inEnglish, message } from '#core/messages/message.ts'
import type { ResponseHead } from './response-head.ts'
import { FixedBytes, viewOf } from './templates/event-template.ts'

// How the body of a response ends, by its head (RFC 9112, 6.3).
type BodyFraming = Readonly<{
  /** What follows the head: a chunk, a number of bytes, or everything until the connection closes. */
  kind: 'chunk-size' | 'body' | 'rest'
  /** Of a body with a content length. */
  length: number
  /** The connection may carry another response afterwards. */
  keepAlive: boolean
  fault: string | null
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
  const fault = isSound
    ? null
    : inEnglish(message('runs.contentLength', { length: [...lengths].join(', ') }))
  return { kind: 'body', length: isSound ? Number(length) : 0, keepAlive, fault }
}

export type KnownHead = Readonly<{ head: ResponseHead; framing: BodyFraming }>

/** Where heads differ, as by an id of the request, remembering each would only cost. */
const freeLessons = 8

export class RepeatedHead {
  #known: KnownHead | null = null
  #fixed = new FixedBytes(new Uint8Array())
  #lessons = 0
  #hits = 0
  /** What was looked at last, nearly always the same memory, and a view of it. */
  #bytes: Uint8Array = new Uint8Array()
  #view = viewOf(this.#bytes)
  /** Where the head ends that was found last. */
  end = 0

  /** The head that came before, where `bytes` hold it again from `start` on. */
  find(bytes: Uint8Array, start: number, limit: number): KnownHead | null {
    if (this.#known === null) return null
    this.end = this.#fixed.endIn(this.#viewOf(bytes), start, limit)
    if (this.end === -1) return null
    this.#hits++
    return this.#known
  }

  /** `bytes` are all of a head, up to and with the blank line. */
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
