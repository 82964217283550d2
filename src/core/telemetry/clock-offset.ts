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
