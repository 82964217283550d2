// How far two prompts are the same: what a prefix cache has of one that knows the other.
import type { Prompt } from './sampled-request.ts'
import type { Stretch, TokenIds } from './token-ids.ts'

/** Characters of texts, ids of token ids; 0 of one text and one list of ids. */
export function commonBeginning(one: Prompt, other: Prompt): number {
  if (typeof one === 'string') return typeof other === 'string' ? commonCharacters(one, other) : 0
  return typeof other === 'string' ? 0 : commonIds(one, other)
}

function commonCharacters(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  // The usual case, and far quicker than going through it.
  if (one.slice(0, length) === other.slice(0, length)) return length
  let same = 0
  while (one.charCodeAt(same) === other.charCodeAt(same)) same++
  return same
}

function commonIds(one: TokenIds, other: TokenIds): number {
  const [ours, theirs] = [new Walk(one.stretches), new Walk(other.stretches)]
  let same = 0
  for (;;) {
    const length = Math.min(ours.left, theirs.left)
    if (length === 0) return same
    const alike = ours.isAt(theirs) ? length : alikeFrom(ours, theirs, length)
    same += alike
    if (alike < length) return same
    ours.advance(length)
    theirs.advance(length)
  }
}

function alikeFrom(one: Walk, other: Walk, length: number): number {
  let alike = 0
  while (alike < length && one.idAt(alike) === other.idAt(alike)) alike++
  return alike
}

/** A place in a list of stretches. */
class Walk {
  readonly #stretches: readonly Stretch[]
  #index = 0
  #passed = 0

  constructor(stretches: readonly Stretch[]) {
    this.#stretches = stretches
  }

  /** Ids up to the end of the stretch; 0 at the end of all. */
  get left(): number {
    const stretch = this.#stretches[this.#index]
    return stretch === undefined ? 0 : stretch.to - stretch.from - this.#passed
  }

  /** The same place of the same list, so that what follows need not be looked at. */
  isAt(other: Walk): boolean {
    const [ours, theirs] = [this.#stretches[this.#index], other.#stretches[other.#index]]
    if (ours === undefined || theirs === undefined || ours.ids !== theirs.ids) return false
    return ours.from + this.#passed === theirs.from + other.#passed
  }

  idAt(ahead: number): number | undefined {
    const stretch = this.#stretches[this.#index]
    return stretch?.ids[stretch.from + this.#passed + ahead]
  }

  advance(count: number): void {
    this.#passed += count
    if (this.left > 0) return
    this.#index++
    this.#passed = 0
  }
}
