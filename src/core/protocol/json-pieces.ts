// The JSON of a payload in pieces: lists of token ids stay what they are, so that whoever writes the bytes need not
// write each id anew.
import { TokenIds } from '../workload/token-ids.ts'
import type { BodyPieces, Payload } from './request-form.ts'

/** Stands for token ids until the text around it is known. */
const mark = '\u0000ids\u0000'
const markText = JSON.stringify(mark)

/** Finds ids that are fields of the payload, or in a list that is; those anywhere else are written out. */
export function jsonPieces(payload: Payload): BodyPieces {
  const lists: TokenIds[] = []
  const marked = Object.entries(payload).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map((each) => markedIn(each, lists)) : markedIn(value, lists),
  ])
  if (lists.length === 0) return [JSON.stringify(payload)]
  const texts = JSON.stringify(Object.fromEntries(marked)).split(markText)
  // Somebody sends our very mark.
  if (texts.length !== lists.length + 1) return [JSON.stringify(payload)]
  return texts.flatMap((text, index) => [text, ...lists.slice(index, index + 1)])
}

function markedIn(value: unknown, lists: TokenIds[]): unknown {
  if (!(value instanceof TokenIds)) return value
  lists.push(value)
  return mark
}
