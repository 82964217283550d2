// A long text as it is written in JSON, of which many requests send stretches.
import { Buffer } from 'node:buffer'
import { remembered } from '#core/model/remembered.ts'
import type { LongText } from '#core/workload/shared-text.ts'

export type Spelling = Readonly<{
  text: Uint8Array
  /** One per id or piece; at the end the length of the text. */
  starts: Uint32Array
}>

/** A long text as it is in a string of JSON: what is whole pieces of the one is a stretch of the other. */
export const spelledText = remembered(spell)

/** Without the quotes around it. */
export function inQuotes(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

function spell({ text, starts }: LongText): Spelling {
  const spelledStarts = new Uint32Array(starts.length)
  for (let piece = 1; piece < starts.length; piece++) {
    const spelled = inQuotes(text.slice(starts[piece - 1], starts[piece]))
    spelledStarts[piece] = (spelledStarts[piece - 1] ?? 0) + Buffer.byteLength(spelled)
  }
  return { text: Buffer.from(inQuotes(text)), starts: spelledStarts }
}
