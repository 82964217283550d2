// Offset of another machine's monotonic clock from ours at any time, from time exchanges. Each exchange gives an interval that contains the
// offset; two of them limit the drift between the clocks, and the drift carries every interval to any other time, where their intersection
// contains the offset. Valid while both clocks keep their rate.

/**
 * Exchange with the wall clock of another computer. A slow exchange is uninformative, because the split between its two directions is
 * unknown.
 */
type ClockAnswer = Readonly<{
  /** Our clock; whole milliseconds plus one half, because it was set from a time in whole milliseconds. */
  askedMs: number
  heardMs: number
  /** Their clock, in completed whole milliseconds. */
  reportedMs: number
}>

export type ClockOffset = Readonly<{
  offsetMs: number
  /** Maximum error of the offset. */
  uncertaintyMs: number
}>

/** Mean rounding error of a time in whole milliseconds. */
const halfStepMs = 0.5

export function clockOffset({ askedMs, heardMs, reportedMs }: ClockAnswer): ClockOffset {
  return {
    offsetMs: reportedMs + halfStepMs - (askedMs + heardMs) / 2,
    uncertaintyMs: (heardMs - askedMs) / 2 + 2 * halfStepMs,
  }
}

export function surerOffset(known: ClockOffset | null, next: ClockOffset): ClockOffset {
  return known !== null && known.uncertaintyMs <= next.uncertaintyMs ? known : next
}

type ClockExchange = Readonly<{
  /** Our monotonic clock, in ms. */
  askedMs: number
  heardMs: number
  /** Their monotonic clock, in ms. */
  reportedMs: number
}>

/**
 * Their clock was read at some time from `askedMs` to `heardMs`. The offset at that time is from `lowMs`, if it was read when the response
 * arrived, to `highMs`, if it was read when the request was sent.
 */
type Seen = Readonly<{ askedMs: number; heardMs: number; lowMs: number; highMs: number }>

type Range = Readonly<{ low: number; high: number }>

/** Maximum drift of any working clock: NTP corrects by at most half of it. */
const anyDrift: Range = { low: -1e-3, high: 1e-3 }
const mostKept = 64

export class ClockFit {
  #seen: readonly Seen[] = []
  #drift = anyDrift

  add({ askedMs, heardMs, reportedMs }: ClockExchange): void {
    const next = {
      askedMs,
      heardMs,
      lowMs: reportedMs - heardMs,
      highMs: reportedMs - askedMs,
    }
    const drift = this.#seen.reduce(
      (known, each) => both(known, driftBetween(each, next)),
      this.#drift,
    )
    if (isEmpty(drift) || isEmpty(this.#rangeAt(heardMs, drift, [...this.#seen, next]))) {
      // A clock was set, or changed its rate, so earlier exchanges no longer apply.
      this.#seen = [next]
      this.#drift = anyDrift
      return
    }
    this.#drift = drift
    this.#seen = thinned([...this.#seen, next])
  }

  /** Their time minus ours at a time of our clock. Infinitely uncertain without an exchange. */
  at(oursMs: number): ClockOffset {
    const { low, high } = this.#rangeAt(oursMs, this.#drift, this.#seen)
    if (low === -Infinity) return { offsetMs: 0, uncertaintyMs: Infinity }
    return { offsetMs: (low + high) / 2, uncertaintyMs: Math.max(0, high - low) / 2 }
  }

  /** Rate of their clock relative to ours, in parts per million. */
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

/** Each end of the range assumes its own read times, so each divides by its own span. */
function driftBetween(earlier: Seen, later: Seen): Range {
  const shortestMs = later.askedMs - earlier.heardMs
  if (shortestMs <= 0) return anyDrift
  return {
    low: (later.lowMs - earlier.highMs) / (later.heardMs - earlier.askedMs),
    high: (later.highMs - earlier.lowMs) / shortestMs,
  }
}

function carried({ askedMs, heardMs, lowMs, highMs }: Seen, toMs: number, drift: Range): Range {
  const sinceHeardMs = toMs - heardMs
  const sinceAskedMs = toMs - askedMs
  return {
    low: lowMs + Math.min(drift.low * sinceHeardMs, drift.high * sinceHeardMs),
    high: highMs + Math.max(drift.low * sinceAskedMs, drift.high * sinceAskedMs),
  }
}

function both(one: Range, other: Range): Range {
  return { low: Math.max(one.low, other.low), high: Math.min(one.high, other.high) }
}

/** Prevents rounding errors from making a range empty. */
function isEmpty({ low, high }: Range): boolean {
  return low > high + 1e-9
}

/** Keeps the more certain exchange of each adjacent pair, once there are too many. */
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

/**
 * Converts the clock of another computer to ours. Lines are read some time after they were printed, so the fastest line gives the best
 * estimate of the offset.
 */
type HostClock = (hostMs: number | null, readAtMs: number) => number

/** A line without a time, or with a sudden change of time zone, gets the time at which it was read. */
export function hostClock(): HostClock {
  let apartMs = Infinity
  return (hostMs, readAtMs) => {
    if (hostMs === null) return readAtMs
    const nowApartMs = readAtMs - hostMs
    if (Math.abs(nowApartMs - apartMs) > longestWayMs) apartMs = nowApartMs
    apartMs = Math.min(apartMs, nowApartMs)
    return hostMs + apartMs
  }
}

/** Clocks may be changed during the run, for example for daylight saving time; no line is in transit for this long. */
const longestWayMs = 60_000
