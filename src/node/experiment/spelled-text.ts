// A long text as it stands in a string of JSON, and where each of its pieces begins there: what is whole pieces of the one
// is a stretch of the other.
import { Buffer } from 'node:buffer'
import type { LongText } from '#core/workload/shared-text.ts'
import { spelledOnce, type Spelling } from './spelling.ts'

export const spelledText = spelledOnce(spell)

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
