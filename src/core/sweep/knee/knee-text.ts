// The knee of a curve as a sentence, and the search that would close its interval.
import { message, type Message } from '#core/messages/message.ts'
import type { SweepSearch } from '#core/model/sweep/sweep-search.ts'
import type { Knee, KneeLoad, NoKneeReason } from '#core/model/knee.ts'

export function kneeText(knee: Knee): Message {
  switch (knee.kind) {
    case 'at':
      return message('sweeps.kneeAt', {
        load: loadText(knee.at.load),
        range: rangeText(knee.low.load, knee.high.load),
      })
    case 'between':
      return message('sweeps.kneeBetween', { range: rangeText(knee.low.load, knee.high.load) })
    case 'beyond':
      return message(knee.unusableAbove ? 'sweeps.kneeBeyondUsable' : 'sweeps.kneeBeyond', {
        load: loadText(knee.last.load),
      })
    case 'below':
      return message('sweeps.kneeBelow', { load: loadText(knee.first.load) })
    case 'none':
      return knee.wantedS === null
        ? noKneeTexts[knee.why]
        : message('sweeps.kneeTooShort', { seconds: knee.wantedS })
  }
}

const noKneeTexts: Readonly<Record<NoKneeReason, Message>> = {
  'nothing-measured': message('sweeps.noKneeUnmeasured'),
  burst: message('sweeps.noKneeAtOnce'),
  'not-usable': message('sweeps.noKneeUsable'),
  'too-short': message('sweeps.kneeTooShortAlone'),
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
function loadText({ requestRate, maxConcurrency }: KneeLoad): Message {
  const count = maxConcurrency
  if (requestRate === 'inf') {
    return count === null
      ? message('sweeps.load.atOnce')
      : message('sweeps.load.inFlight', { count })
  }
  return count === null
    ? message('sweeps.load.rate', { rate: requestRate })
    : message('sweeps.load.rateAtMost', { rate: requestRate, count })
}

/** `16 and 24 requests/s` */
function rangeText(low: KneeLoad, high: KneeLoad): Message {
  const isOverRates = low.maxConcurrency === high.maxConcurrency
  const from = isOverRates ? low.requestRate : low.maxConcurrency
  const isAlike = (low.requestRate === 'inf') === (high.requestRate === 'inf')
  if (!isAlike || from === null || from === 'inf') {
    return message('sweeps.range', { low: loadText(low), high: loadText(high) })
  }
  if (high.maxConcurrency === null) {
    return message('sweeps.range.rates', { low: from, high: high.requestRate })
  }
  return high.requestRate === 'inf'
    ? message('sweeps.range.inFlight', { low: from, high: high.maxConcurrency })
    : message('sweeps.range', { low: from, high: loadText(high) })
}
