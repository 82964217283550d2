// The loads of a search: whole requests in flight, or rates with few digits.
import type { SweepSearch } from '#core/model/sweep/sweep-search.ts'

type Range = Pick<SweepSearch, 'over' | 'from' | 'upTo'>
type Rounding = 'down' | 'nearest' | 'up'

/** Of a rate. */
const significantDigits = 3
const rounds = { down: Math.floor, nearest: Math.round, up: Math.ceil }

/** One within the range of the search; its ends are taken as they are given. */
export function roundedLoad(search: Range, load: number, rounding: Rounding = 'nearest'): number {
  const { over, from, upTo } = search
  if (over === 'maxConcurrency') return within(search, rounds[rounding](load))
  return load <= from || load >= upTo
    ? within(search, load)
    : Number(load.toPrecision(significantDigits))
}

function within({ over, from, upTo }: Range, load: number): number {
  const whole = over === 'maxConcurrency'
  const [least, most] = whole ? [Math.max(1, Math.ceil(from)), Math.floor(upTo)] : [from, upTo]
  return Math.max(least, Math.min(load, most))
}

/** Whether there is a load between the two that differs from both. */
export function isRoomBetween(search: Range, low: number, high: number): boolean {
  return search.over === 'requestRate' || high - low > 1
}
