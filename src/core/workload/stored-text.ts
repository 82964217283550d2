// A text prompt stored in a file: small in memory at any length, and read again on each use.

/** Part of a file. Positions in it are 32-bit numbers, so that a file may be larger than 4 GiB. */
export type FilePart = Readonly<{ path: string; startsAt: number }>

/** Range of bytes within a part; the end is exclusive. */
export type FileRange = Readonly<{ of: FilePart; from: number; to: number }>

const beginningLength = 8

export class StoredText implements Iterable<string> {
  /** Contains the text as in a JSON string, without its quotes. */
  readonly range: FileRange
  readonly length: number
  /** Kept in memory, so that many texts can be compared without reading them. */
  readonly #beginning: string
  readonly #read: (range: FileRange) => string

  constructor(range: FileRange, text: string, read: (range: FileRange) => string) {
    this.range = range
    this.length = text.length
    // Copied, because a slice would keep the whole text in memory.
    this.#beginning = Array.from({ length: beginningLength }, (_, index) =>
      text.charAt(index),
    ).join('')
    this.#read = read
  }

  upTo(end: number): string {
    return end <= beginningLength ? this.#beginning.slice(0, end) : this.toString().slice(0, end)
  }

  [Symbol.iterator](): Iterator<string> {
    return this.toString()[Symbol.iterator]()
  }

  toString(): string {
    return String(JSON.parse(`"${this.#read(this.range)}"`))
  }

  toJSON(): string {
    return this.toString()
  }
}

/** Returns a text equal to the given one that may take less memory. */
export type KeepText = <Text>(text: Text) => Text | StoredText

export const keepInMemory: KeepText = (text) => text
