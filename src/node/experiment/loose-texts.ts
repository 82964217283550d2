// Short texts that occur once each, written one after the other: a piece of memory for each would take more than they do.
import { Buffer } from 'node:buffer'
import type { PlannedText } from '#core/protocol/requests/planned-bodies.ts'

/** Nothing larger is put together at once. */
const fullBytes = 1 << 24

/** Range of a text of the plan. */
type Part = Readonly<{ place: number; start: number; end: number }>

export class LooseTexts {
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
