// Collects the generated text of one answer without making a string per token: the still escaped insides of
// JSON strings are put end to end as bytes, and read in one go when the answer is over.

/** Bytes as UTF-8, without dropping a byte order mark. */
export type DecodeText = (bytes: Uint8Array, start: number, end: number) => string

export class AnswerText {
  readonly #decode: DecodeText
  #escaped = new Uint8Array(1024)
  #length = 0
  /** Text that came parsed, and what was collected before it. */
  #pieces: string[] = []

  constructor(decode: DecodeText) {
    this.#decode = decode
  }

  addEscaped(bytes: Uint8Array, start: number, end: number): void {
    const length = this.#length + end - start
    if (length > this.#escaped.length) {
      const larger = new Uint8Array(2 * length)
      larger.set(this.#escaped)
      this.#escaped = larger
    }
    // A token is a few bytes: a loop beats making a view of them.
    for (let i = start; i < end; i++) this.#escaped[this.#length + i - start] = bytes[i] ?? 0
    this.#length = length
  }

  add(text: string): void {
    if (text === '') return
    this.#settle()
    this.#pieces.push(text)
  }

  read(): string {
    this.#settle()
    return this.#pieces.join('')
  }

  #settle(): void {
    if (this.#length === 0) return
    const text: unknown = JSON.parse(`"${this.#decode(this.#escaped, 0, this.#length)}"`)
    this.#pieces.push(String(text))
    this.#length = 0
  }
}
