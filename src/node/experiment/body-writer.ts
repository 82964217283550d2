// Writes the bodies of a plan. Most requests share the text around their prompts, and many prompts are ranges of one list or
// one text. Both are written once, and the bodies refer to parts of them.
import { Buffer } from 'node:buffer'
import { remembered } from '#core/model/remembered.ts'
import { isShared } from '#core/protocol/requests/json-pieces.ts'
import type { PlannedBodies, PlannedText } from '#core/protocol/requests/planned-bodies.ts'
import type { BodyPieces } from '#core/protocol/requests/request-form.ts'
import { type LongText, SharedText } from '#core/workload/shared-text.ts'
import { StoredText } from '#core/workload/stored-text.ts'
import { type Stretch, TokenIds } from '#core/workload/token-ids.ts'
import { IntegerList } from '#core/stats/durations/number-list.ts'

export class BodyWriter {
  readonly #texts: PlannedText[] = []
  /** Index in `texts` of a reusable text. */
  readonly #places = new Map<string | PlannedText, number>()
  readonly #loose = new LooseTexts(this.#texts)
  /** Number of a list's ids that were written individually. */
  readonly #looseIds = new Map<Uint32Array, number>()
  readonly #parts = new IntegerList()
  readonly #firstParts = new IntegerList()

  add(pieces: BodyPieces): void {
    this.#firstParts.add(this.#parts.length / 3)
    if (pieces.some(isShared)) this.#addShared(pieces)
    else this.#addWhole(this.#newPlace(writtenOut(pieces)))
  }

  finish(): PlannedBodies {
    this.#loose.finish()
    this.#firstParts.add(this.#parts.length / 3)
    return {
      texts: this.#texts,
      parts: this.#parts.finish(),
      firstParts: this.#firstParts.finish(),
    }
  }

  #addShared(pieces: BodyPieces): void {
    for (const piece of pieces) {
      if (piece instanceof TokenIds) this.#addTokenIds(piece)
      else if (piece instanceof SharedText) this.#addSharedText(piece)
      else if (piece instanceof StoredText) this.#addStoredText(piece)
      else this.#addText(piece)
    }
  }

  #addTokenIds({ stretches }: TokenIds): void {
    this.#addText('[')
    for (const stretch of stretches) this.#addStretch(stretch)
    if (stretches.length > 0) this.#dropComma()
    this.#addText(']')
  }

  /** A list is written as a whole once its own number of ids would have been written individually. */
  #addStretch({ ids, from, to }: Stretch): void {
    const loose = (this.#looseIds.get(ids) ?? 0) + to - from
    if (loose >= ids.length) return this.#addSpelled(spelled(ids), { from, to })
    this.#looseIds.set(ids, loose)
    this.#addLoose(`${ids.subarray(from, to).join()},`)
  }

  #addSpelled(
    { text, starts }: SpelledText,
    { from, to }: Readonly<{ from: number; to: number }>,
  ): void {
    this.#addPart(this.#placeOf(text), starts[from] ?? 0, starts[to] ?? 0)
  }

  /** Removes the comma after the last id. */
  #dropComma(): void {
    this.#parts.last--
  }

  #addSharedText({ parts }: SharedText): void {
    this.#addText('"')
    for (const part of parts) {
      if (typeof part === 'string') this.#addLoose(inQuotes(part))
      else this.#addSpelled(spelledText(part.of), part)
    }
    this.#addText('"')
  }

  #addStoredText({ range: { of, from, to } }: StoredText): void {
    this.#addText('"')
    this.#addPart(this.#placeOf(of), from, to)
    this.#addText('"')
  }

  #addLoose(text: string): void {
    const { place, start, end } = this.#loose.add(text)
    this.#addPart(place, start, end)
  }

  #addText(text: string | Uint8Array): void {
    this.#addWhole(this.#placeOf(text))
  }

  #addWhole(place: number): void {
    const text = this.#texts[place]
    this.#addPart(place, 0, text instanceof Uint8Array ? text.length : 0)
  }

  #addPart(place: number, from: number, to: number): void {
    this.#parts.add(place)
    this.#parts.add(from)
    this.#parts.add(to)
  }

  #placeOf(text: string | PlannedText): number {
    const known = this.#places.get(text)
    if (known !== undefined) return known
    const place = this.#newPlace(typeof text === 'string' ? Buffer.from(text) : text)
    this.#places.set(text, place)
    return place
  }

  #newPlace(text: PlannedText): number {
    return this.#texts.push(text) - 1
  }
}

/** Concatenates the pieces. */
export function writtenOut(pieces: BodyPieces): Uint8Array {
  return Buffer.concat(
    pieces.map((piece) => Buffer.from(isShared(piece) ? JSON.stringify(piece) : piece)),
  )
}

const spelled = remembered(spell)

function spell(ids: Uint32Array): SpelledText {
  const starts = new Uint32Array(ids.length + 1)
  let length = 0
  for (let place = 0; place < ids.length; place++) {
    length += digits(ids[place] ?? 0) + 1
    starts[place + 1] = length
  }
  return { text: Buffer.from(ids.length === 0 ? '' : `${ids.join()},`), starts }
}

function digits(id: number): number {
  let count = 1
  for (let most = 10; id >= most; most *= 10) count++
  return count
}

/** Limit of a concatenated text. */
const fullBytes = 1 << 24

/** Range of a text of the plan. */
type Part = Readonly<{ place: number; start: number; end: number }>

class LooseTexts {
  /** Texts of the plan; a placeholder is replaced once its text is complete. */
  readonly #texts: PlannedText[]
  #place = -1
  #waiting: string[] = []
  #bytes = 0

  constructor(texts: PlannedText[]) {
    this.#texts = texts
  }

  add(text: string): Part {
    if (this.#place === -1) this.#place = this.#texts.push(new Uint8Array()) - 1
    const [place, start] = [this.#place, this.#bytes]
    this.#waiting.push(text)
    this.#bytes += Buffer.byteLength(text)
    const part = { place, start, end: this.#bytes }
    if (this.#bytes >= fullBytes) this.finish()
    return part
  }

  finish(): void {
    if (this.#place === -1) return
    this.#texts[this.#place] = Buffer.from(this.#waiting.join(''))
    this.#place = -1
    this.#waiting = []
    this.#bytes = 0
  }
}

type SpelledText = Readonly<{
  text: Uint8Array
  /** Start of each id or piece; at the end the length of the text. */
  starts: Uint32Array
}>

/** A long text inside a JSON string; whole pieces of the text are ranges of it. */
const spelledText = remembered(spellText)

/** JSON string without its quotes. */
function inQuotes(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

function spellText({ text, starts }: LongText): SpelledText {
  const spelledStarts = new Uint32Array(starts.length)
  for (let piece = 1; piece < starts.length; piece++) {
    const spelled = inQuotes(text.slice(starts[piece - 1], starts[piece]))
    spelledStarts[piece] = (spelledStarts[piece - 1] ?? 0) + Buffer.byteLength(spelled)
  }
  return { text: Buffer.from(inQuotes(text)), starts: spelledStarts }
}
