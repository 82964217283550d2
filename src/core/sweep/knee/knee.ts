// Where the knee of a curve is: at a load, between two, or not within what was measured. Every surface shows this answer.
// Formulas and how often it is right: docs/measuring.md.
import type { Knee, KneePlace } from '../../model/knee.ts'
import { type CurvePoint, findKnee } from '../find-knee.ts'

export type Standing = 'kept' | 'behind' | 'too-short' | 'not-usable' | 'burst'

/** What a load can show of the knee: only one whose pace was kept can be it, one that fell behind is beyond it. */

export type KneeLevel = KneePlace &
  CurvePoint &
  Readonly<{
    standing: Standing
    /** Throughput that was asked for, in its unit. */
    asked: number
  }>

/** Powers that differ by no more than this share may be the same. */
const negligibleShortfall = 0.03
/** Power still rises at a load where latency grew by no more than this power of the load on the way to it. */
const mostElasticity = 0.15
/** A run this many times as long as a response is long enough to show whether the pace is kept. */
const responsesLong = 5

/** Loads at which neither a kept pace nor a lost one was shown. */
const unshown: readonly Standing[] = ['not-usable', 'too-short', 'burst']

/** `levels` are what was measured, lightest first; latencies in ms. */
export function kneeOf(levels: readonly KneeLevel[]): Knee {
  const firstBehind = levels.findIndex(
    (level, index) => level.standing === 'behind' && !isRefuted(level, levels.slice(index + 1)),
  )
  const kept = levels.filter(
    ({ standing }, index) => standing === 'kept' && (firstBehind < 0 || index < firstBehind),
  )
  const best = kept[findKnee(kept) ?? -1]
  const behind = levels[firstBehind]
  if (best === undefined) return withoutKept(levels, firstBehind)
  const worse = kept.filter((level) => powerOf(level) < (1 - negligibleShortfall) * powerOf(best))
  const low = worse.findLast(({ position }) => position < best.position)
  const high = worse.find(({ position }) => position > best.position)
  if (high !== undefined && low === undefined) return { kind: 'below', first: placeOf(best) }
  if (high !== undefined && low !== undefined)
    return { kind: 'at', at: placeOf(best), low: placeOf(low), high: placeOf(high) }
  if (behind === undefined) return beyond(kept.at(-1) ?? best, levels)
  const isRising = low === undefined || elasticityBetween(low, best) <= mostElasticity
  const unusable = levels.filter(
    ({ position, standing }) =>
      position > best.position && position < behind.position && unshown.includes(standing),
  ).length
  return {
    kind: 'between',
    low: placeOf(isRising ? best : low),
    best: placeOf(best),
    high: placeOf(behind),
    ...(unusable > 0 && { unusable }),
  }
}

/**
 * The load of greatest power that the server kept up with; null if the knee is not within what was measured, or if heavier
 * loads below it show nothing: the server may carry far more.
 */
export function sustainedPosition(knee: Knee): number | null {
  if (knee.kind === 'at') return knee.at.position
  return knee.kind === 'between' && knee.unusable === undefined ? knee.best.position : null
}

/** The two loads it lies between, where no measured load is the knee. */
export function isKneeEnd(knee: Knee, position: number): boolean {
  if (knee.kind !== 'between') return false
  return position === knee.low.position || position === knee.high.position
}

/** The load that is the knee; null where no measured load is. */
export function kneePosition(knee: Knee): number | null {
  return knee.kind === 'at' ? knee.at.position : null
}

function beyond(last: KneeLevel, levels: readonly KneeLevel[]): Knee {
  const above = levels.filter(({ position }) => position > last.position)
  const unusableAbove = above.length > 0 && above.every(({ standing }) => standing === 'not-usable')
  return { kind: 'beyond', last: placeOf(last), unusableAbove }
}

/** A server that gave more under a heavier load can keep this one: something else held the run up. */
function isRefuted({ asked }: KneeLevel, heavier: readonly KneeLevel[]): boolean {
  return heavier.some(({ throughput }) => throughput >= asked)
}

function withoutKept(levels: readonly KneeLevel[], firstBehind: number): Knee {
  const [first] = levels
  if (first === undefined) return { kind: 'none', why: 'nothing-measured', wantedS: null }
  if (firstBehind === 0) return { kind: 'below', first: placeOf(first) }
  const short = levels.find(({ standing }) => standing === 'too-short')
  if (short !== undefined) {
    const wantedS = Math.ceil((responsesLong * short.latency) / 1000)
    return { kind: 'none', why: 'too-short', wantedS }
  }
  const isBurst = levels.every(({ standing }) => standing === 'burst')
  return { kind: 'none', why: isBurst ? 'burst' : 'not-usable', wantedS: null }
}

function placeOf({ position, load }: KneePlace): KneePlace {
  return { position, load }
}

function powerOf({ throughput, latency }: CurvePoint): number {
  return latency > 0 ? throughput / latency : 0
}

/** d ln latency ÷ d ln throughput: power is greatest where it is 1, and it rises with the load. */
function elasticityBetween(low: CurvePoint, high: CurvePoint): number {
  return Math.log(high.latency / low.latency) / Math.log(high.throughput / low.throughput)
}
