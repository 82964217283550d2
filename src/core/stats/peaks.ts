// Busiest seconds of a run, counted as in vLLM's client.
import { endS, isSuccess, type MeasuredRequest } from '#core/records/measured-request.ts'
import type { RequestSpans } from './request-spans.ts'

/** Seven weeks in seconds; counters of a longer run would take more memory than its requests. */
const mostSeconds = 2 ** 22

/** Counts seconds from the first successful start; a request also touches the seconds of its start and its end. */
export class PeaksBySecond {
  readonly #firstStartS: number
  readonly #tokenEvents: Uint32Array | SparseCounts
  /** Difference array: requests that begin to touch a second, minus requests that stop touching it. */
  readonly #touching: Int32Array | SparseCounts

  constructor({ firstStartS, lastEndS }: Pick<RequestSpans, 'firstStartS' | 'lastEndS'>) {
    // Ends may precede starts in a file.
    const lastsS = Math.max(lastEndS - firstStartS, -1)
    const seconds = firstStartS === Infinity ? 0 : Math.ceil(lastsS) + 1
    const isLong = seconds > mostSeconds
    this.#firstStartS = firstStartS
    this.#tokenEvents = isLong ? new SparseCounts(seconds) : new Uint32Array(seconds)
    this.#touching = isLong ? new SparseCounts(seconds) : new Int32Array(seconds)
  }

  add(request: MeasuredRequest): void {
    if (!isSuccess(request)) return
    this.#addTokenEvents(request)
    const first = Math.trunc(request.startS - this.#firstStartS)
    const last = Math.trunc(endS(request) - this.#firstStartS)
    if (last < first) return
    addTo(this.#touching, first, 1)
    addTo(this.#touching, last + 1, -1)
  }

  /** Maximum token events in one second; events, because a stream may bundle tokens. */
  get tokenEvents(): number {
    return this.#tokenEvents.reduce((most, count) => Math.max(most, count), 0)
  }

  /** Maximum successful requests that touch one second; may exceed the peak concurrency. */
  get requests(): number {
    let now = 0
    return this.#touching.reduce((most, change) => Math.max(most, (now += change)), 0)
  }

  #addTokenEvents({ startS, ttftS, interTokenLatenciesUs }: MeasuredRequest): void {
    const firstStartS = this.#firstStartS
    let atS = startS + ttftS
    addTo(this.#tokenEvents, Math.trunc(atS - firstStartS), 1)
    for (const gapUs of interTokenLatenciesUs) {
      atS += gapUs / 1e6
      addTo(this.#tokenEvents, Math.trunc(atS - firstStartS), 1)
    }
  }
}

/** Sparse counts over many positions. Ignores writes beyond the end, like typed arrays. */
class SparseCounts {
  readonly #length: number
  readonly #counts = new Map<number, number>()

  constructor(length: number) {
    this.#length = length
  }

  add(place: number, amount: number): void {
    if (place < 0 || place >= this.#length) return
    this.#counts.set(place, (this.#counts.get(place) ?? 0) + amount)
  }

  /** Iterates over counts by position. */
  reduce(merge: (merged: number, count: number) => number, start: number): number {
    const ordered = [...this.#counts].sort(([a], [b]) => a - b)
    return ordered.reduce((merged, [, count]) => merge(merged, count), start)
  }
}

/** Typed arrays ignore writes beyond their end, so vLLM's range check is unnecessary. */
function addTo(counts: Uint32Array | Int32Array | SparseCounts, second: number, amount: number) {
  if (counts instanceof SparseCounts) counts.add(second, amount)
  else counts[second] = (counts[second] ?? 0) + amount
}
