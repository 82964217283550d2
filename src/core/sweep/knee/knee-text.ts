// The knee of a curve as a sentence, and the search that would close its interval.
import type { SweepSearch } from '#core/model/sweep/sweep-search.ts'
import type { Knee, KneeLoad, NoKneeReason } from '#core/model/knee.ts'

export function kneeText(knee: Knee): string {
  switch (knee.kind) {
    case 'at':
      return `The knee is at ${loadText(knee.at.load)}, between ${rangeText(knee.low.load, knee.high.load)}.`
    case 'between':
      return `The knee is between ${rangeText(knee.low.load, knee.high.load)}.`
    case 'beyond':
      return knee.unusableAbove
        ? `The knee is beyond ${loadText(knee.last.load)}: no heavier load gave usable figures.`
        : `The knee was not reached: it is beyond ${loadText(knee.last.load)}.`
    case 'below':
      return `The knee is at or below ${loadText(knee.first.load)}, the lightest load measured.`
    case 'none':
      return knee.wantedS === null
        ? noKneeTexts[knee.why]
        : `No knee: runs were too short to show that the server kept the pace. Measure each load for ${knee.wantedS} s or more.`
  }
}

const noKneeTexts: Readonly<Record<NoKneeReason, string>> = {
  'nothing-measured': 'No knee: nothing was measured.',
  burst: 'No knee: all requests were sent at once, and latencies depend on how many there were.',
  'not-usable': 'No knee: no load gave usable figures.',
  'too-short': 'No knee: runs were too short to show that the server kept the pace.',
}

/** The search for the load at which the server falls behind, between the ends; null where there is nothing to close. */
export function closingSearch(knee: Knee): SweepSearch | null {
  if (knee.kind !== 'between') return null
  const { low, high } = knee
  const over = low.load.requestRate === 'inf' ? 'maxConcurrency' : 'requestRate'
  const [from, upTo] = [low.load[over], high.load[over]]
  if (typeof from !== 'number' || typeof upTo !== 'number') return null
  return { kind: 'capacity', over, from, upTo, mostRuns: 15, precision: 0.05 }
}

/** `16 requests/s`, `32 in flight` */
function loadText({ requestRate, maxConcurrency }: KneeLoad): string {
  const inFlight = maxConcurrency === null ? '' : `${maxConcurrency} in flight`
  if (requestRate === 'inf') return inFlight === '' ? 'all requests at once' : inFlight
  return `${requestRate} requests/s${inFlight === '' ? '' : ` with at most ${inFlight}`}`
}

/** `16 and 24 requests/s` */
function rangeText(low: KneeLoad, high: KneeLoad): string {
  const isOverRates = low.maxConcurrency === high.maxConcurrency
  const from = isOverRates ? low.requestRate : low.maxConcurrency
  const isAlike = (low.requestRate === 'inf') === (high.requestRate === 'inf')
  return isAlike && from !== null && from !== 'inf'
    ? `${from} and ${loadText(high)}`
    : `${loadText(low)} and ${loadText(high)}`
}
