// A long text in JSON, of which many requests send ranges.
import { Buffer } from 'node:buffer'
import { remembered } from '#core/model/remembered.ts'
import type { LongText } from '#core/workload/shared-text.ts'

export type SpelledText = Readonly<{
  text: Uint8Array
  /** Start of each id or piece; at the end the length of the text. */
  starts: Uint32Array
}>

/** A long text inside a JSON string; whole pieces of the text are ranges of it. */
export const spelledText = remembered(spell)

/** JSON string without its quotes. */
export function inQuotes(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

function spell({ text, starts }: LongText): SpelledText {
  const spelledStarts = new Uint32Array(starts.length)
  for (let piece = 1; piece < starts.length; piece++) {
    const spelled = inQuotes(text.slice(starts[piece - 1], starts[piece]))
    spelledStarts[piece] = (spelledStarts[piece - 1] ?? 0) + Buffer.byteLength(spelled)
  }
  return { text: Buffer.from(inQuotes(text)), starts: spelledStarts }
}
