// Status line and headers of an HTTP/1.1 response; a header is parsed only on demand.

const statusLine = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: ([^\r\n]*))?\r?$/

export class ResponseHead {
  readonly status: number
  readonly reason: string
  /** HTTP/1.0: the connection closes after the response. */
  readonly isOldProtocol: boolean
  /** Every line after the first, each with a line feed before and after it. */
  readonly #lines: string
  #lowerCased: string | null = null
  readonly #values = new Map<string, string | null>()

  private constructor(status: number, reason: string, lines: string, isOldProtocol: boolean) {
    this.status = status
    this.reason = reason
    this.isOldProtocol = isOldProtocol
    this.#lines = lines
  }

  /** Accepts the text up to and including the blank line. Null if it is not the head of an HTTP/1.1 response. */
  static read(text: string): ResponseHead | null {
    const firstEnd = text.indexOf('\n')
    const [, minor, status, reason = ''] = statusLine.exec(text.slice(0, firstEnd)) ?? []
    if (status === undefined) return null
    return new ResponseHead(Number(status), reason, text.slice(firstEnd), minor === '0')
  }

  /** Value of a header by its lower-case name, repeated ones joined by commas; null if absent. */
  header(name: string): string | null {
    const known = this.#values.get(name)
    if (known !== undefined) return known
    const value = this.#find(name)
    this.#values.set(name, value)
    return value
  }

  #find(name: string): string | null {
    this.#lowerCased ??= this.#lines.toLowerCase()
    const start = `\n${name}:`
    const values: string[] = []
    let at = this.#lowerCased.indexOf(start)
    while (at !== -1) {
      const valueAt = at + start.length
      values.push(this.#lines.slice(valueAt, this.#lines.indexOf('\n', valueAt)).trim())
      at = this.#lowerCased.indexOf(start, valueAt)
    }
    return values.length === 0 ? null : values.join(', ')
  }
}
