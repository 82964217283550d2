// Finds the knee of a curve: at a load, between two loads, or outside the measured range. Every surface shows this result.
// Formulas and accuracy: docs/measuring/searches.md.
import type { Knee, KneePlace } from '#core/model/sweep-search.ts'
import { type CurvePoint, findKnee } from './find-knee.ts'

export type PaceVerdict = 'kept' | 'behind' | 'held-back' | 'too-short' | 'not-usable' | 'burst'

/** Evidence from one load. Only a load that the server kept up with can be the knee; the knee is below any other load. */
export type KneeLevel = KneePlace &
  CurvePoint &
  Readonly<{
    standing: PaceVerdict
    /** Offered throughput, in the unit of throughput. */
    asked: number
  }>

/** Relative difference below which two powers may be equal. */
const negligibleShortfall = 0.03
/** Maximum latency elasticity for which power counts as rising. */
const mostElasticity = 0.15
/** Minimum run length, in response times, that shows whether the server keeps up. */
const responsesLong = 5

/** Verdicts that neither show nor exclude that the server kept up. */
const unshown: readonly PaceVerdict[] = ['not-usable', 'held-back', 'too-short', 'burst']

/** Requires levels sorted by load; latencies in ms. */
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
 * The load of maximum power that the server sustained. Null if the knee is outside the measured range, or if higher loads below
 * it show nothing: the server may sustain far more.
 */
export function sustainedPosition(knee: Knee): number | null {
  if (knee.kind === 'at') return knee.at.position
  return knee.kind === 'between' && knee.unusable === undefined ? knee.best.position : null
}

/** Whether this is one of the two loads that bracket the knee, if no measured load is the knee. */
export function isKneeEnd(knee: Knee, position: number): boolean {
  if (knee.kind !== 'between') return false
  return position === knee.low.position || position === knee.high.position
}

/** Load at the knee; null if no measured load is at the knee. */
export function kneePosition(knee: Knee): number | null {
  return knee.kind === 'at' ? knee.at.position : null
}

function beyond(last: KneeLevel, levels: readonly KneeLevel[]): Knee {
  const above = levels.filter(({ position }) => position > last.position)
  const unusableAbove =
    above.length > 0 &&
    above.every(({ standing }) => standing === 'not-usable' || standing === 'held-back')
  return { kind: 'beyond', last: placeOf(last), unusableAbove }
}

/** A server with more throughput at a higher load can sustain this load: something else delayed the run. */
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
  const { standing } = first
  const isCommon = levels.every((level) => level.standing === standing)
  const isNamed = standing === 'burst' || standing === 'held-back'
  return { kind: 'none', why: isCommon && isNamed ? standing : 'not-usable', wantedS: null }
}

function placeOf({ position, load }: KneePlace): KneePlace {
  return { position, load }
}

function powerOf({ throughput, latency }: CurvePoint): number {
  return latency > 0 ? throughput / latency : 0
}

/** d ln latency ÷ d ln throughput; rises with the load, and is 1 at the maximum power. */
function elasticityBetween(low: CurvePoint, high: CurvePoint): number {
  return Math.log(high.latency / low.latency) / Math.log(high.throughput / low.throughput)
}
