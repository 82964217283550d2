// Parser of HTTP/1.1 responses on one connection (RFC 9112). Works in place: finds the head, undoes chunking, and
// detects the end of the response. Copies nothing unless a head spans two reads.
import { message, type Message, type Text } from '#core/messages/message.ts'
import type { DecodeText } from './answer-text.ts'
import { type KnownHead, RepeatedHead } from './repeated-head.ts'
import { ResponseHead } from './response-head.ts'

export interface ResponseParserListener {
  onHead(head: ResponseHead): void
  /** Part of the body, as a range of `bytes` that is valid only during the call. */
  onBody(bytes: Uint8Array, start: number, end: number): void
  /**
   * Bytes after a chunk whose last part is in the same buffer, for a listener that parses chunks with their framing. Returns the
   * start of the first unreported chunk.
   */
  onChunks(start: number, end: number): number
  onEnd(): void
}

/** Part that the next byte belongs to; `rest` is a body that lasts until the connection closes. */
type Part =
  | 'head'
  | 'body'
  | 'rest'
  | 'chunk-size'
  | 'chunk-extension'
  | 'chunk'
  | 'chunk-end'
  | 'trailer'
  | 'nothing'

const lineFeed = 10
const carriageReturn = 13
const tab = 9
const space = 32
const semicolon = 59

/** ASCII prefix of every head. */
const headStart = [72, 84, 84, 80, 47, 49, 46] as const
const noBytes = new Uint8Array()
const longestHead = 64 * 1024
/** Maximum hexadecimal digits of a size that a double represents exactly. */
const mostSizeDigits = 12
const quotedBytes = 32

export class ResponseParser {
  readonly #listener: ResponseParserListener
  readonly #decodeLatin1: DecodeText
  readonly #repeated = new RepeatedHead()
  #part: Part = 'head'
  /** Remaining bytes of the body or chunk; while a size is read, that size so far. */
  #left = 0
  #sizeDigits = 0
  #lineIsEmpty = true
  /** The last chunk's data ended in the current buffer. */
  #chunkIsHere = false
  #carriedHead: Uint8Array = noBytes
  #keepAlive = false
  /** Reason that this is not an HTTP/1.1 response; parsing stops then. */
  fault: Text | null = null

  constructor(listener: ResponseParserListener, decodeLatin1: DecodeText) {
    this.#listener = listener
    this.#decodeLatin1 = decodeLatin1
  }

  /** Prepares for the response to the next request. */
  reset(): void {
    this.#part = 'head'
    this.#keepAlive = false
    this.#carriedHead = noBytes
    this.fault = null
  }

  /** The response is complete, and the connection may carry another. */
  get reusable(): boolean {
    return this.#part === 'nothing' && this.#keepAlive
  }

  push(bytes: Uint8Array, start: number, end: number): void {
    this.#chunkIsHere = false
    let at = start
    while (at < end && this.fault === null) at = this.#step(bytes, at, end)
  }

  /** Ends the response when the connection closes, which completes a body without a length. Returns whether it is complete. */
  close(): boolean {
    this.#keepAlive = false
    if (this.#part === 'rest') this.#finish()
    return this.#part === 'nothing'
  }

  /** Returns the position at which parsing continues. */
  #step(bytes: Uint8Array, at: number, end: number): number {
    switch (this.#part) {
      case 'chunk-size':
        return this.#readSize(bytes, at, end)
      case 'chunk':
      case 'body':
        return this.#readCounted(bytes, at, end)
      case 'chunk-end':
        return this.#readChunkEnd(bytes, at, end)
      case 'head':
        return this.#readHead(bytes, at, end)
      case 'rest':
        this.#listener.onBody(bytes, at, end)
        return end
      case 'chunk-extension':
        return this.#skipExtension(bytes[at] ?? 0, at)
      case 'trailer':
        return this.#skipTrailer(bytes[at] ?? 0, at)
      case 'nothing':
        // Bytes without a request: later bytes cannot be trusted to be a response.
        this.#keepAlive = false
        return end
    }
  }

  #readHead(bytes: Uint8Array, at: number, end: number): number {
    const carried = this.#carriedHead
    const repeated = carried.length === 0 ? this.#repeated.find(bytes, at, end) : null
    if (repeated !== null) {
      this.#startBody(repeated)
      return this.#repeated.end
    }
    const read = bytes.subarray(at, end)
    const known = carried.length === 0 ? read : joined(carried, read)
    const headEnd = endOfHead(known, carried.length)
    if (headEnd === -1) {
      // A Buffer's `slice` would be a view of memory that the next read overwrites.
      this.#carriedHead = new Uint8Array(known)
      if (!startsLikeHead(known)) this.fault = this.#notAHead(known)
      else if (known.length > longestHead) this.fault = message('runs.headTooLong')
      return end
    }
    this.#carriedHead = noBytes
    this.#takeHead(known.subarray(0, headEnd))
    return at + headEnd - carried.length
  }

  #takeHead(bytes: Uint8Array): void {
    const head = ResponseHead.read(this.#decodeLatin1(bytes, 0, bytes.length))
    if (head === null) this.fault = this.#notAHead(bytes)
    else if (head.status === 101) this.fault = message('runs.protocolChange')
    // Any other status below 200 is an interim response; the final one follows.
    else if (head.status >= 200) this.#startBody(this.#repeated.learn(bytes, head))
  }

  #startBody({ head, framing }: KnownHead): void {
    this.#keepAlive = framing.keepAlive
    this.fault = framing.fault
    if (framing.fault !== null) return
    this.#startSize()
    this.#part = framing.kind
    this.#left = framing.length
    this.#listener.onHead(head)
    const isEmpty = head.status === 204 || head.status === 304
    if (isEmpty || (framing.kind === 'body' && framing.length === 0)) this.#finish()
  }

  #readCounted(bytes: Uint8Array, at: number, end: number): number {
    const partEnd = Math.min(end, at + this.#left)
    this.#left -= partEnd - at
    const isWhole = this.#left === 0
    this.#chunkIsHere = isWhole
    if (this.#part === 'chunk' && isWhole) this.#part = 'chunk-end'
    const isOver = this.#part === 'body' && isWhole
    this.#listener.onBody(bytes, at, partEnd)
    if (isOver) this.#finish()
    return partEnd
  }

  #startSize(): void {
    this.#part = 'chunk-size'
    this.#left = 0
    this.#sizeDigits = 0
  }

  #readSize(bytes: Uint8Array, at: number, end: number): number {
    const byte = bytes[at] ?? 0
    const digit = hexDigit(byte)
    if (digit !== -1) {
      this.#left = this.#left * 16 + digit
      if (++this.#sizeDigits > mostSizeDigits) this.fault = this.#badSize(bytes, at, end)
    } else if (this.#sizeDigits === 0) this.fault = this.#badSize(bytes, at, end)
    else if (byte === lineFeed) this.#endSize()
    else if (byte === semicolon || byte === space || byte === tab) this.#part = 'chunk-extension'
    else if (byte !== carriageReturn) this.fault = this.#badSize(bytes, at, end)
    return at + 1
  }

  #skipExtension(byte: number, at: number): number {
    if (byte === lineFeed) this.#endSize()
    return at + 1
  }

  #endSize(): void {
    this.#lineIsEmpty = true
    this.#part = this.#left === 0 ? 'trailer' : 'chunk'
  }

  #readChunkEnd(bytes: Uint8Array, at: number, end: number): number {
    const next = at + 1
    if (bytes[at] === lineFeed) {
      this.#startSize()
      return this.#chunkIsHere && next < end ? this.#listener.onChunks(next, end) : next
    }
    if (bytes[at] !== carriageReturn) {
      const text = this.#quoted(bytes, at, end)
      this.fault = message('runs.chunkTooLong', { text })
    }
    return next
  }

  /** Includes the preceding digits that are in the buffer. */
  #badSize(bytes: Uint8Array, at: number, end: number): Message {
    const digits = Math.min(this.#sizeDigits, mostSizeDigits)
    const line = this.#quoted(bytes, Math.max(0, at - digits), end)
    const isNumber = this.#sizeDigits > mostSizeDigits
    return isNumber
      ? message('runs.chunkDigits', { text: line, count: mostSizeDigits })
      : message('runs.chunkSize', { text: line })
  }

  #notAHead(bytes: Uint8Array): Message {
    if (isTls(bytes)) return message('runs.tls')
    if (isHttp2(bytes)) return message('runs.http2')
    return message('runs.beginsWith', { text: this.#quoted(bytes, 0, bytes.length) })
  }

  /** Quotes up to the end of the line, at most this number of bytes; escapes unprintable bytes. */
  #quoted(bytes: Uint8Array, start: number, end: number): string {
    const lineEnd = bytes.indexOf(lineFeed, start)
    const last = Math.min(end, start + quotedBytes, lineEnd === -1 ? end : lineEnd + 1)
    return JSON.stringify(this.#decodeLatin1(bytes, start, last)).replaceAll(
      /[^\x20-\x7e]/g,
      hexEscape,
    )
  }

  #skipTrailer(byte: number, at: number): number {
    if (byte === lineFeed) {
      if (this.#lineIsEmpty) this.#finish()
      this.#lineIsEmpty = true
    } else if (byte !== carriageReturn) this.#lineIsEmpty = false
    return at + 1
  }

  #finish(): void {
    this.#part = 'nothing'
    this.#listener.onEnd()
  }
}

function startsLikeHead(bytes: Uint8Array): boolean {
  return headStart.every((byte, i) => i >= bytes.length || bytes[i] === byte)
}

function hexEscape(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
}

/** A TLS alert or handshake. */
function isTls(bytes: Uint8Array): boolean {
  return (bytes[0] === 0x15 || bytes[0] === 0x16) && bytes[1] === 3
}

/** SETTINGS, which begins every connection, or GOAWAY, on stream 0. */
function isHttp2(bytes: Uint8Array): boolean {
  const isKnownType = bytes[3] === 4 || bytes[3] === 7
  return (
    bytes.length >= 9 && bytes[0] === 0 && isKnownType && bytes.subarray(5, 9).every((b) => b === 0)
  )
}

/** End of the blank line after the head, or -1; the first `known` bytes were already searched. */
function endOfHead(bytes: Uint8Array, known: number): number {
  for (let i = Math.max(1, known - 2); i < bytes.length; i++) {
    if (bytes[i] !== lineFeed) continue
    const before = bytes[i - 1] === carriageReturn ? i - 2 : i - 1
    if (bytes[before] === lineFeed) return i + 1
  }
  return -1
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}

function hexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48
  const letter = byte | 0x20
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}
