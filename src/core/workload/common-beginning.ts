// Length of the common prefix of two prompts, which a prefix cache that has one would find for the other.
import type { Prompt } from './sampled-request.ts'
import { SharedText } from './shared-text.ts'
import { TokenIds } from './token-ids.ts'

/** Characters for texts, ids for token ids; 0 for a text and a list of ids. */
export function commonBeginning(one: Prompt, other: Prompt): number {
  if (one instanceof TokenIds !== other instanceof TokenIds) return 0
  if (typeof one === 'string' && typeof other === 'string') return commonCharacters(one, other)
  return commonRuns(runsOf(one), runsOf(other))
}

function commonCharacters(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  // The usual case, and much faster than comparing.
  if (one.slice(0, length) === other.slice(0, length)) return length
  let same = 0
  while (one.charCodeAt(same) === other.charCodeAt(same)) same++
  return same
}

/** From one position of a list or a text up to but excluding another. */
type Run = Readonly<{ of: Uint32Array | string; from: number; to: number }>

function runsOf(prompt: Prompt): readonly Run[] {
  if (prompt instanceof TokenIds) {
    return prompt.stretches.map(({ ids, from, to }) => ({ of: ids, from, to }))
  }
  const runs = prompt instanceof SharedText ? prompt.runs() : [wholeOf(String(prompt))]
  return runs.map(({ text, from, to }) => ({ of: text, from, to }))
}

function wholeOf(text: string) {
  return { text, from: 0, to: text.length }
}

function commonRuns(one: readonly Run[], other: readonly Run[]): number {
  const [ours, theirs] = [new Walk(one), new Walk(other)]
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
  while (alike < length && one.valueAt(alike) === other.valueAt(alike)) alike++
  return alike
}

/** A position in a list of runs. */
class Walk {
  readonly #runs: readonly Run[]
  #index = 0
  #passed = 0

  constructor(runs: readonly Run[]) {
    this.#runs = runs.filter(({ from, to }) => to > from)
  }

  /** Ids or characters until the end of the run; 0 at the end of all runs. */
  get left(): number {
    const run = this.#runs[this.#index]
    return run === undefined ? 0 : run.to - run.from - this.#passed
  }

  /** Same position of the same list, so that the rest need not be compared. */
  isAt(other: Walk): boolean {
    const [ours, theirs] = [this.#runs[this.#index], other.#runs[other.#index]]
    if (ours === undefined || theirs === undefined || ours.of !== theirs.of) return false
    return ours.from + this.#passed === theirs.from + other.#passed
  }

  valueAt(ahead: number): number | undefined {
    const run = this.#runs[this.#index]
    if (run === undefined) return undefined
    const place = run.from + this.#passed + ahead
    return typeof run.of === 'string' ? run.of.charCodeAt(place) : run.of[place]
  }

  advance(count: number): void {
    this.#passed += count
    if (this.left > 0) return
    this.#index++
    this.#passed = 0
  }
}
