// Scanner for server-sent events. Works in place: handles LF, CRLF or CR, comments, several data lines, and reads that
// end anywhere. Copies nothing unless an event spans two reads.

/** Receives each event's data as a range of `bytes` that is valid only during the call. */
export interface SseListener {
  /** Data of an event named `error`; without this method it is treated like any other. */
  onErrorData?(bytes: Uint8Array, start: number, end: number): void
  /** A line without a field of an event. */
  onStrayLine?(bytes: Uint8Array, start: number, end: number): void
  onData(bytes: Uint8Array, start: number, end: number): void
  /**
   * Fast path: tries to match the data at `start`. Returns its end, or -1 if unsure. The match must contain no line
   * break and nothing from `limit` on. It counts only if `onRecognised` follows.
   */
  recognise(bytes: Uint8Array, start: number, limit: number): number
  /** Confirms that the last match is the whole data of an event, which spans `start` to `end`. */
  onRecognised(bytes: Uint8Array, start: number, end: number): void
}

const lineFeed = 10
const carriageReturn = 13
const space = 32
const colon = 58
const dataField = [100, 97, 116, 97] as const
const eventField = [101, 118, 101, 110, 116, 58] as const
const errorName = [101, 114, 114, 111, 114] as const
/** First bytes of comments, `event`, `id` and `retry`. */
const fieldInitials = [colon, 101, 105, 114]
/** Bit that lower case adds to a letter. */
const caseBit = 32
const byteOrderMark = [0xef, 0xbb, 0xbf] as const

const noBytes = new Uint8Array()
const blankLine = Uint8Array.of(lineFeed, lineFeed)

/** `data:` and a blank line. */
const shortestEvent = 7

/** Bytes copied at a time to complete an event that began in an earlier read. */
const carryStep = 1024

/** Whether a text is the start of an event stream. Some servers stream with the type `text/plain`. */
export function beginsAsEvents(text: string): boolean {
  return /^\uFEFF?\s*(data|event|id|retry)?:/i.test(text)
}

export class SseScanner {
  readonly #listener: SseListener
  /** Unfinished event of earlier reads, from its first byte. */
  #carry = noBytes
  #carryLength = 0
  #lineStart = 0
  /** No line ends before this position. */
  #cursor = 0
  /** Range of the event's data while it has one line; start is -1 before any data. */
  #dataStart = -1
  #dataEnd = -1
  /** Concatenated data of an event with several lines; there may be a million lines. */
  #joined = noBytes
  /** -1 for at most one line. */
  #joinedLength = -1
  /** The last line ended in CR, so a LF directly after it belongs to the same line end. */
  #afterCarriageReturn = false
  #atStreamStart = true
  #isError = false

  /** Memory for an incomplete event. */
  get heldBytes(): number {
    return this.#carry.length + this.#joined.length
  }

  constructor(listener: SseListener) {
    this.#listener = listener
  }

  /** Reads the bytes from `start` up to `limit`. */
  push(bytes: Uint8Array, start: number, limit: number): void {
    let at = this.#carryLength > 0 ? this.#finishCarried(bytes, start, limit) : start
    while (at < limit) {
      const recognised = this.#recognise(bytes, at, limit)
      if (recognised !== -1) {
        at = recognised
        continue
      }
      this.#startEventAt(at)
      const end = this.#scanEvent(bytes, limit)
      if (end === -1) {
        this.#carryFrom(bytes, at, limit)
        return
      }
      at = end
    }
  }

  /** Ends the stream. An event that lacks only its blank line also counts. */
  end(): void {
    this.push(blankLine, 0, blankLine.length)
  }

  /** Returns the end of the event, or -1 unless it has the common form: one data line, matched, complete. */
  #recognise(bytes: Uint8Array, start: number, limit: number): number {
    if (this.#afterCarriageReturn) return -1
    const at = bytes[start] === eventField[0] ? afterEventLine(bytes, start, limit) : start
    if (limit - at < shortestEvent) return -1
    if (!startsWith(bytes, at, dataField) || bytes[at + 4] !== colon) return -1
    const end = this.#listener.recognise(bytes, bytes[at + 5] === space ? at + 6 : at + 5, limit)
    if (end === -1 || end + 2 > limit) return -1
    if (bytes[end] !== lineFeed || bytes[end + 1] !== lineFeed) return -1
    // There was no byte order mark, and a later one is data.
    this.#atStreamStart = false
    this.#listener.onRecognised(bytes, start, end + 2)
    return end + 2
  }

  /** Returns the end of the carried event, or the limit if it is still incomplete. */
  #finishCarried(bytes: Uint8Array, start: number, limit: number): number {
    let at = start
    while (at < limit) {
      const before = this.#carryLength
      const piece = bytes.subarray(at, Math.min(at + carryStep, limit))
      this.#append(piece)
      const end = this.#scanEvent(this.#carry, this.#carryLength)
      if (end !== -1) {
        this.#carryLength = 0
        return at + end - before
      }
      at += piece.length
    }
    return at
  }

  #startEventAt(at: number): void {
    this.#lineStart = at
    this.#cursor = at
    this.#dataStart = -1
    this.#joinedLength = -1
    this.#isError = false
  }

  /** Continues from the cursor to the blank line that ends the event. Returns the position after it, or -1. */
  #scanEvent(bytes: Uint8Array, limit: number): number {
    for (;;) {
      if (this.#afterCarriageReturn && this.#cursor < limit) {
        this.#afterCarriageReturn = false
        if (bytes[this.#cursor] === lineFeed) this.#lineStart = ++this.#cursor
      }
      const end = endOfLine(bytes, this.#cursor, limit)
      this.#cursor = end
      if (end === limit) return -1
      this.#afterCarriageReturn = bytes[end] === carriageReturn
      const start = this.#lineStart
      this.#lineStart = this.#cursor = end + 1
      if (end === start) {
        this.#dispatch(bytes)
        return end + 1
      }
      this.#takeLine(bytes, start, end)
    }
  }

  #takeLine(bytes: Uint8Array, lineStart: number, end: number): void {
    const marked = this.#atStreamStart && startsWith(bytes, lineStart, byteOrderMark)
    const start = marked ? lineStart + byteOrderMark.length : lineStart
    this.#atStreamStart = false
    if (isErrorName(bytes, start, end)) this.#isError = true
    if (!startsWithWord(bytes, start, dataField)) {
      const first = bytes[start] ?? colon
      if (!fieldInitials.includes(first)) this.#listener.onStrayLine?.(bytes, start, end)
      return
    }
    const afterName = start + dataField.length
    if (afterName === end) this.#takeData(bytes, end, end)
    else if (bytes[afterName] === colon) {
      this.#takeData(bytes, bytes[afterName + 1] === space ? afterName + 2 : afterName + 1, end)
    }
  }

  #takeData(bytes: Uint8Array, start: number, end: number): void {
    if (this.#dataStart === -1) {
      this.#dataStart = start
      this.#dataEnd = end
      return
    }
    if (this.#joinedLength === -1) this.#joinLine(bytes.subarray(this.#dataStart, this.#dataEnd))
    this.#joinLine(bytes.subarray(start, end))
  }

  #joinLine(line: Uint8Array): void {
    const at = this.#joinedLength + 1
    this.#joined = appended(this.#joined, at, line)
    if (at > 0) this.#joined[at - 1] = lineFeed
    this.#joinedLength = at + line.length
  }

  #dispatch(bytes: Uint8Array): void {
    this.#atStreamStart = false
    if (this.#joinedLength !== -1) this.#handOn(this.#joined, 0, this.#joinedLength)
    else if (this.#dataStart !== -1) this.#dispatchLine(bytes, this.#dataStart, this.#dataEnd)
  }

  /** Handles a line that spans two reads and is in neither buffer as a whole. */
  #dispatchLine(bytes: Uint8Array, start: number, end: number): void {
    const isWholeOnlyNow = bytes === this.#carry
    if (isWholeOnlyNow && this.#listener.recognise(bytes, start, end) === end) {
      this.#listener.onRecognised(bytes, 0, this.#cursor)
    } else this.#handOn(bytes, start, end)
  }

  #handOn(bytes: Uint8Array, start: number, end: number): void {
    if (this.#isError && this.#listener.onErrorData !== undefined) {
      this.#listener.onErrorData(bytes, start, end)
    } else this.#listener.onData(bytes, start, end)
  }

  #carryFrom(bytes: Uint8Array, at: number, limit: number): void {
    this.#append(bytes.subarray(at, limit))
    this.#lineStart -= at
    this.#cursor -= at
    if (this.#dataStart !== -1) {
      this.#dataStart -= at
      this.#dataEnd -= at
    }
  }

  #append(piece: Uint8Array): void {
    this.#carry = appended(this.#carry, this.#carryLength, piece)
    this.#carryLength += piece.length
  }
}

/** Skips the event name that some servers send before the data, which repeats it. */
function afterEventLine(bytes: Uint8Array, start: number, limit: number): number {
  if (!startsWith(bytes, start, eventField)) return start
  const end = endOfLine(bytes, start, limit)
  return end < limit && bytes[end] === lineFeed ? end + 1 : start
}

/** `event: error`, with or without the space, in lower or upper case. */
function isErrorName(bytes: Uint8Array, start: number, end: number): boolean {
  if (!startsWithWord(bytes, start, eventField)) return false
  const afterField = start + eventField.length
  const at = bytes[afterField] === space ? afterField + 1 : afterField
  return end - at === errorName.length && startsWith(bytes, at, errorName)
}

function endOfLine(bytes: Uint8Array, from: number, limit: number): number {
  let at = from
  while (at < limit && bytes[at] !== lineFeed && bytes[at] !== carriageReturn) at++
  return at
}

function startsWith(bytes: Uint8Array, at: number, prefix: readonly number[]): boolean {
  for (let i = 0; i < prefix.length; i++) if (bytes[at + i] !== prefix[i]) return false
  return true
}

/** Also in upper case, as some gateways write fields. Other bytes than letters and the colon must not be in `word`. */
function startsWithWord(bytes: Uint8Array, at: number, word: readonly number[]): boolean {
  for (let i = 0; i < word.length; i++)
    if (((bytes[at + i] ?? 0) | caseBit) !== word[i]) return false
  return true
}

/** Returns the first `length` bytes followed by the piece, in the same buffer if it has the capacity. */
export function appended(
  held: Uint8Array<ArrayBuffer>,
  length: number,
  piece: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const needed = length + piece.length
  const bytes = needed > held.length ? new Uint8Array(Math.max(needed, 2 * held.length)) : held
  if (bytes !== held) bytes.set(held.subarray(0, length))
  bytes.set(piece, length)
  return bytes
}
