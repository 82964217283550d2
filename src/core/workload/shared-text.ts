// A text prompt as slices of long texts shared by many prompts: small at any length, and assembled on each use.

/** Text divided into pieces; slices consist of whole pieces. */
export type LongText = Readonly<{
  text: string
  /** First character of each piece, then the length of the text. */
  starts: Uint32Array
}>

/** Pieces from `from` up to but excluding `to`. */
export type TextStretch = Readonly<{ of: LongText; from: number; to: number }>

/** Characters from `from` up to but excluding `to`. */
type TextRun = Readonly<{ text: string; from: number; to: number }>

export class SharedText implements Iterable<string> {
  readonly parts: readonly (string | TextStretch)[]
  readonly length: number

  constructor(parts: readonly (string | TextStretch)[]) {
    this.parts = parts
    let length = 0
    for (const part of parts) length += lengthOf(part)
    this.length = length
  }

  runs(): readonly TextRun[] {
    return this.parts.map(runOf)
  }

  /** Returns the first `end` characters. */
  upTo(end: number): string {
    let text = ''
    for (const part of this.parts) {
      if (text.length >= end) break
      const run = runOf(part)
      text += run.text.slice(run.from, Math.min(run.to, run.from + end - text.length))
    }
    return text
  }

  [Symbol.iterator](): Iterator<string> {
    return this.toString()[Symbol.iterator]()
  }

  toString(): string {
    return this.runs()
      .map(({ text, from, to }) => text.slice(from, to))
      .join('')
  }

  toJSON(): string {
    return this.toString()
  }
}

export function longText(pieces: readonly string[]): LongText {
  const starts = new Uint32Array(pieces.length + 1)
  for (const [index, { length }] of pieces.entries()) {
    starts[index + 1] = (starts[index] ?? 0) + length
  }
  return { text: pieces.join(''), starts }
}

function lengthOf(part: string | TextStretch): number {
  if (typeof part === 'string') return part.length
  return (part.of.starts[part.to] ?? 0) - (part.of.starts[part.from] ?? 0)
}

function runOf(part: string | TextStretch): TextRun {
  if (typeof part === 'string') return { text: part, from: 0, to: part.length }
  const { of, from, to } = part
  return { text: of.text, from: of.starts[from] ?? 0, to: of.starts[to] ?? 0 }
}
