// Collects the generated text of one response without creating a string per token: the still escaped contents of JSON strings are
// concatenated as bytes, in memory that the next response reuses, and decoded once at the end.

/** Decodes UTF-8 without dropping a byte order mark. */
export type DecodeText = (bytes: Uint8Array, start: number, end: number) => string

/** Memory released by ended responses. */
export type SpareBytes = Uint8Array[]

const usualBytes = 1024
/** Larger buffers are rare, and would be kept for the rest of the run. */
const mostSpareBytes = 2 ** 20
/** Start of a string, and its index in the list. */
const bytesPerPiece = 32
const none = new Uint8Array()

export class AnswerText {
  readonly #decode: DecodeText
  readonly #spare: SpareBytes
  #escaped: Uint8Array = none
  #length = 0
  /** Text that was already parsed, and the text collected before it. */
  #pieces: string[] = []
  #piecesBytes = 0

  constructor(decode: DecodeText, spare: SpareBytes) {
    this.#decode = decode
    this.#spare = spare
  }

  get heldBytes(): number {
    return this.#escaped.length + this.#piecesBytes
  }

  addEscaped(bytes: Uint8Array, start: number, end: number): void {
    const length = this.#length + end - start
    if (length > this.#escaped.length) this.#grow(length)
    // A token has few bytes, so a loop is faster than creating a view.
    for (let i = start; i < end; i++) this.#escaped[this.#length + i - start] = bytes[i] ?? 0
    this.#length = length
  }

  add(text: string): void {
    if (text === '') return
    this.#settle()
    this.#push(text)
  }

  /** Clears the collected text. */
  replace(text: string): void {
    this.#length = 0
    this.#piecesBytes = 0
    this.#pieces = []
    this.#push(text)
  }

  /** Call this after the last token. */
  read(): string {
    this.#settle()
    this.#giveBack()
    return this.#pieces.join('')
  }

  /** Discards the text without decoding it. */
  release(): void {
    this.replace('')
    this.#giveBack()
  }

  #giveBack(): void {
    if (this.#escaped !== none && this.#escaped.length <= mostSpareBytes)
      this.#spare.push(this.#escaped)
    this.#escaped = none
  }

  #grow(length: number): void {
    const larger = this.#escaped === none ? this.#spare.pop() : undefined
    if (larger !== undefined && larger.length >= length) {
      this.#escaped = larger
      return
    }
    const grown = new Uint8Array(Math.max(usualBytes, 2 * length))
    grown.set(this.#escaped)
    this.#escaped = grown
  }

  #settle(): void {
    if (this.#length === 0) return
    const text: unknown = JSON.parse(`"${this.#decode(this.#escaped, 0, this.#length)}"`)
    this.#push(String(text))
    this.#length = 0
  }

  #push(text: string): void {
    this.#pieces.push(text)
    this.#piecesBytes += bytesPerPiece + text.length
  }
}
