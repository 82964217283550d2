// The busiest seconds of a run, as the original counts them.
import { endS, isSuccess, type MeasuredRequest } from './measured-request.ts'
import type { RequestSpans } from './request-spans.ts'

/** Seconds are counted from the first successful start; a request touches those of its start and end too. */
export class PeaksBySecond {
  readonly #firstStartS: number
  readonly #tokenEvents: Uint32Array
  readonly #requests: Uint32Array

  constructor({ firstStartS, lastEndS }: Pick<RequestSpans, 'firstStartS' | 'lastEndS'>) {
    const seconds = firstStartS === Infinity ? 0 : Math.ceil(lastEndS - firstStartS) + 1
    this.#firstStartS = firstStartS
    this.#tokenEvents = new Uint32Array(seconds)
    this.#requests = new Uint32Array(seconds)
  }

  add(request: MeasuredRequest): void {
    if (!isSuccess(request)) return
    this.#addTokenEvents(request)
    const last = Math.trunc(endS(request) - this.#firstStartS)
    let second = Math.trunc(request.startS - this.#firstStartS)
    for (; second <= last; second++) addOne(this.#requests, second)
  }

  /** Most token events in one second; events, since a stream may bundle tokens. */
  get tokenEvents(): number {
    return largest(this.#tokenEvents)
  }

  /** Most successful requests that touch one second; may exceed the number ever in flight together. */
  get requests(): number {
    return largest(this.#requests)
  }

  #addTokenEvents({ startS, ttftS, interTokenLatenciesUs }: MeasuredRequest): void {
    const firstStartS = this.#firstStartS
    let atS = startS + ttftS
    addOne(this.#tokenEvents, Math.trunc(atS - firstStartS))
    for (const gapUs of interTokenLatenciesUs) {
      atS += gapUs / 1e6
      addOne(this.#tokenEvents, Math.trunc(atS - firstStartS))
    }
  }
}

/** Typed arrays ignore writes beyond their end, which is the original's "if in range". */
function addOne(counts: Uint32Array, second: number): void {
  counts[second] = (counts[second] ?? 0) + 1
}

function largest(counts: Uint32Array): number {
  return counts.reduce((most, count) => Math.max(most, count), 0)
}
