// The knee of a curve as one line, and a search that narrows its interval.
import { message, type Message, type Text } from '#core/messages/message.ts'
import type { Knee, KneeLoad, NoKneeReason, SweepSearch } from '#core/model/sweep-search.ts'
import { type LoadUnit, type ConcurrencyChoice, heldBy } from '#core/traits/load-traits.ts'

/** Without a full stop. */
export function kneeText(knee: Knee, config: ConcurrencyChoice): Message {
  const held = heldBy(config)
  switch (knee.kind) {
    case 'at':
      return message('sweeps.kneeAt', {
        load: loadText(knee.at.load, held),
        range: shortRange(knee.low.load, knee.high.load, held),
      })
    case 'between':
      return knee.unusable === undefined
        ? message('sweeps.kneeBetween', { range: rangeText(knee.low.load, knee.high.load, held) })
        : message('sweeps.kneeBetweenUnusable', {
            range: rangeText(knee.low.load, knee.high.load, held),
            count: knee.unusable,
          })
    case 'beyond':
      return message(knee.unusableAbove ? 'sweeps.kneeBeyondUsable' : 'sweeps.kneeBeyond', {
        load: loadText(knee.last.load, held),
      })
    case 'below':
      return message('sweeps.kneeBelow', { load: loadText(knee.first.load, held) })
    case 'none':
      return noKneeTexts[knee.why]
  }
}

const noKneeTexts: Readonly<Record<NoKneeReason, Message>> = {
  'nothing-measured': message('sweeps.noKneeUnmeasured'),
  burst: message('sweeps.noKneeAtOnce'),
  'not-usable': message('sweeps.noKneeUsable'),
  'held-back': message('sweeps.noKneeHeldBack'),
  'too-short': message('sweeps.kneeTooShort'),
}

/** Search for the load at which the server falls behind, between the ends; null if the interval needs no narrowing. */
export function closingSearch(knee: Knee): SweepSearch | null {
  if (knee.kind !== 'between') return null
  const { low, high } = knee
  const over = low.load.requestRate === 'inf' ? 'maxConcurrency' : 'requestRate'
  const [from, upTo] = [low.load[over], high.load[over]]
  if (typeof from !== 'number' || typeof upTo !== 'number') return null
  return { kind: 'capacity', over, from, upTo, mostRuns: 15, precision: 0.05 }
}

/** `32 in flight`, `24 concurrent agents` */
export function heldText(held: LoadUnit, count: Text | number): Message {
  return message(`sweeps.load.${held}`, { count })
}

/** `16 req/s`, `4 conv/s` */
export function rateText(rate: Text | number, held: LoadUnit): Message {
  return message('sweeps.load.rate', { rate, unit: message(`tables.rateUnit.${held}`) })
}

/** `16 req/s`, `32 in flight` */
export function loadText({ requestRate, maxConcurrency }: KneeLoad, held: LoadUnit): Message {
  const count = maxConcurrency
  if (requestRate === 'inf') {
    return count === null ? message('sweeps.load.atOnce') : heldText(held, count)
  }
  const rate = rateText(plainRate(requestRate), held)
  return count === null ? rate : message(`sweeps.rateAtMost.${held}`, { rate, count })
}

/** `16 and 24 req/s` */
export function rangeText(low: KneeLoad, high: KneeLoad, held: LoadUnit): Message {
  const ends = endsOf(low, high)
  if (ends === null) {
    return message('sweeps.range', { low: loadText(low, held), high: loadText(high, held) })
  }
  const { over, from, to } = ends
  return endsText(over, { low: from, high: to }, held)
}

/** `16 and 24 req/s`, `8 and 16 concurrent agents` */
export function endsText(
  over: SweepSearch['over'],
  ends: Readonly<{ low: number | string; high: number | string }>,
  held: LoadUnit,
): Message {
  return over === 'requestRate'
    ? message('sweeps.range', { low: ends.low, high: rateText(ends.high, held) })
    : message(`sweeps.range.${held}`, ends)
}

/** `16–24`, without the unit. */
function shortRange(low: KneeLoad, high: KneeLoad, held: LoadUnit): Message {
  const ends = endsOf(low, high)
  return ends === null
    ? rangeText(low, high, held)
    : message('answers.interval', { low: ends.from, high: ends.to })
}

type Ends = Readonly<{ over: SweepSearch['over']; from: string; to: string }>

/** Null if they differ in more than one number. */
function endsOf(low: KneeLoad, high: KneeLoad): Ends | null {
  if (low.maxConcurrency === high.maxConcurrency) {
    if (low.requestRate === 'inf' || high.requestRate === 'inf') return null
    const [from, to] = [plainRate(low.requestRate), plainRate(high.requestRate)]
    return { over: 'requestRate', from, to }
  }
  if (low.requestRate !== high.requestRate) return null
  if (low.maxConcurrency === null || high.maxConcurrency === null) return null
  const [from, to] = [String(low.maxConcurrency), String(high.maxConcurrency)]
  return { over: 'maxConcurrency', from, to }
}

function plainRate(rate: number): string {
  return String(Number(rate.toPrecision(4)))
}
