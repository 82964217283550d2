// A prompt of text as stretches of long texts that many prompts share: as small however long it is, and written out
// anew whenever somebody asks.

/** In pieces; stretches of it are whole ones. */
export type LongText = Readonly<{
  text: string
  /** Of each piece its first character; at the end the length of the text. */
  starts: Uint32Array
}>

/** From one piece up to, and without, another. */
export type TextStretch = Readonly<{ of: LongText; from: number; to: number }>

export class SharedText {
  readonly parts: readonly (string | TextStretch)[]
  readonly length: number

  constructor(parts: readonly (string | TextStretch)[]) {
    this.parts = parts
    this.length = parts.reduce((sum, part) => sum + lengthOf(part), 0)
  }

  toString(): string {
    return this.parts.map(writtenOut).join('')
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
  const { of, from, to } = part
  return (of.starts[to] ?? 0) - (of.starts[from] ?? 0)
}

function writtenOut(part: string | TextStretch): string {
  if (typeof part === 'string') return part
  const { of, from, to } = part
  return of.text.slice(of.starts[from], of.starts[to])
}
