// JSON of a payload in pieces: prompts that are ranges of a shared text stay references, so their bytes are not written again.
import { SharedText } from '../../workload/shared-text.ts'
import { StoredText } from '../../workload/stored-text.ts'
import { TokenIds } from '../../workload/token-ids.ts'
import type { BodyPieces, Payload } from './request-form.ts'

type SharedPiece = TokenIds | SharedText | StoredText

/** Placeholder for shared text until the surrounding text is known. */
const mark = '\u0000shared\u0000'
const markText = JSON.stringify(mark)

export function jsonPieces(payload: Payload): BodyPieces {
  const shared: SharedPiece[] = []
  const marked = markedIn(payload, shared)
  if (shared.length === 0) return [JSON.stringify(payload)]
  const texts = JSON.stringify(marked).split(markText)
  // The text contains our own placeholder.
  if (texts.length !== shared.length + 1) return [JSON.stringify(payload)]
  return texts.flatMap((text, index) => [text, ...shared.slice(index, index + 1)])
}

/** Same JSON with placeholders, and their contents in order. */
function markedIn(value: unknown, shared: SharedPiece[]): unknown {
  if (isShared(value)) {
    shared.push(value)
    return mark
  }
  if (Array.isArray(value)) return value.map((each) => markedIn(each, shared))
  return isPlain(value) ? markedFields(value, shared) : value
}

/** Overwrites the fields of a copy, because creating an object from entries takes several times as long. */
function markedFields(fields: object, shared: SharedPiece[]): object {
  const marked: Record<string, unknown> = { ...fields }
  for (const name of Object.keys(marked)) marked[name] = markedIn(marked[name], shared)
  return marked
}

export function isShared(value: unknown): value is SharedPiece {
  return value instanceof TokenIds || value instanceof SharedText || value instanceof StoredText
}

export function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  )
}
