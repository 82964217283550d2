// How far another machine's monotonic clock is ahead of ours at any moment, from exchanges of the time. Each exchange
// gives an interval that holds the offset; two of them limit how fast the clocks drift apart, and the drift carries every
// interval to any other moment, where their intersection holds the offset. Valid while both clocks keep their pace.

// How far the clock of another computer is ahead of ours, from requests and responses. A slow one is uninformative:
// the share of the way there is unknown.
type ClockAnswer = Readonly<{
  /** By our clock, which was set by a time in whole milliseconds as well, half of one added. */
  askedMs: number
  heardMs: number
  /** By theirs, in whole milliseconds that had passed. */
  reportedMs: number
}>

export type ClockOffset = Readonly<{
  offsetMs: number
  /** It is off by no more than this. */
  uncertaintyMs: number
}>

/** Of a time in whole milliseconds. */
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
  /** By our monotonic clock, in ms. */
  askedMs: number
  heardMs: number
  /** By theirs. */
  reportedMs: number
}>

/**
 * Theirs was read at some moment from `askedMs` to `heardMs`. The offset at that moment is from `lowMs`, if it was read
 * as the response was heard, to `highMs`, if it was read as the request was sent.
 */
type Seen = Readonly<{ askedMs: number; heardMs: number; lowMs: number; highMs: number }>

type Range = Readonly<{ low: number; high: number }>

/** No working clock is off by more: NTP corrects by half of it at most. */
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

/** Each end of the range supposes its own moments of reading, so each divides by its own span. */
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

// The clock of another computer as a time of ours. Each of its lines is in transit for a while before it is
// read, so the fastest line shows best how far the two clocks are apart.
type HostClock = (hostMs: number | null, readAtMs: number) => number

/** What carries no time, or another zone's all of a sudden, is as old as its reading. */
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

/** Clocks may be changed during the run, as by summer time; no line is in transit for this long. */
const longestWayMs = 60_000
