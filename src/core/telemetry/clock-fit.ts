// How far another machine's monotonic clock is ahead of ours at any moment, from exchanges of the time. Each exchange
// gives an interval that holds the offset; two of them limit how fast the clocks drift apart, and the drift carries every
// interval to any other moment, where their intersection holds the offset. Valid while both clocks keep their pace.
import type { ClockOffset } from './clock-offset.ts'

export type ClockExchange = Readonly<{
  /** By our monotonic clock, in ms. */
  askedMs: number
  heardMs: number
  /** By theirs. */
  reportedMs: number
}>

/** Held the offset at that moment of ours. */
type Seen = Readonly<{ atMs: number; lowMs: number; highMs: number }>

type Range = Readonly<{ low: number; high: number }>

/** No working clock is off by more: NTP corrects by half of it at most. */
const anyDrift: Range = { low: -1e-3, high: 1e-3 }
const mostKept = 64

export class ClockFit {
  #seen: readonly Seen[] = []
  #drift = anyDrift

  add({ askedMs, heardMs, reportedMs }: ClockExchange): void {
    const next = {
      atMs: (askedMs + heardMs) / 2,
      lowMs: reportedMs - heardMs,
      highMs: reportedMs - askedMs,
    }
    const drift = this.#seen.reduce(
      (known, each) => both(known, driftBetween(each, next)),
      this.#drift,
    )
    if (isEmpty(drift) || isEmpty(this.#rangeAt(next.atMs, drift, [...this.#seen, next]))) {
      // A clock was set, or changed its pace: what came before says nothing of it now.
      this.#seen = [next]
      this.#drift = anyDrift
      return
    }
    this.#drift = drift
    this.#seen = thinned([...this.#seen, next])
  }

  /** Theirs minus ours at a moment of ours. Infinitely uncertain without an exchange. */
  at(oursMs: number): ClockOffset {
    const { low, high } = this.#rangeAt(oursMs, this.#drift, this.#seen)
    if (low === -Infinity) return { offsetMs: 0, uncertaintyMs: Infinity }
    return { offsetMs: (low + high) / 2, uncertaintyMs: Math.max(0, high - low) / 2 }
  }

  /** Their pace compared with ours, in millionths. */
  get driftPpm(): number {
    return ((this.#drift.low + this.#drift.high) / 2) * 1e6
  }

  #rangeAt(atMs: number, drift: Range, seen: readonly Seen[]): Range {
    return seen.reduce((known, each) => both(known, carried(each, atMs, drift)), {
      low: -Infinity,
      high: Infinity,
    })
  }
}

function driftBetween(earlier: Seen, later: Seen): Range {
  const spanMs = later.atMs - earlier.atMs
  if (spanMs <= 0) return anyDrift
  return {
    low: (later.lowMs - earlier.highMs) / spanMs,
    high: (later.highMs - earlier.lowMs) / spanMs,
  }
}

function carried({ atMs, lowMs, highMs }: Seen, toMs: number, drift: Range): Range {
  const spanMs = toMs - atMs
  return {
    low: lowMs + Math.min(drift.low * spanMs, drift.high * spanMs),
    high: highMs + Math.max(drift.low * spanMs, drift.high * spanMs),
  }
}

function both(one: Range, other: Range): Range {
  return { low: Math.max(one.low, other.low), high: Math.min(one.high, other.high) }
}

/** A rounding error is no contradiction. */
function isEmpty({ low, high }: Range): boolean {
  return low > high + 1e-9
}

/** Of each two neighbours the surer, once there are too many. */
function thinned(seen: readonly Seen[]): readonly Seen[] {
  if (seen.length <= mostKept) return seen
  return seen.filter((each, place) => {
    const neighbour = seen[place % 2 === 0 ? place + 1 : place - 1]
    if (neighbour === undefined) return true
    const difference = widthOf(each) - widthOf(neighbour)
    return difference < 0 || (difference === 0 && place % 2 === 0)
  })
}

function widthOf({ lowMs, highMs }: Seen): number {
  return highMs - lowMs
}
