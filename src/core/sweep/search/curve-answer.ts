// What a search along the curve has to say: where its knee is, by two rules, and how far it might lie from there.
import type { CurveAnswer, SearchEnding } from '#core/model/sweep/sweep-search.ts'
import type { Interval } from '#core/stats/certainty/interval.ts'
import { findKneeByDistance } from '../find-knee-by-distance.ts'
import { findKnee } from '../find-knee.ts'
import { curveLevels, type CurveLevel } from './curve-levels.ts'
import type { MeasuredTry } from './search-step.ts'

type Found = Readonly<{
  believed: readonly MeasuredTry[]
  runs: number
  ending: SearchEnding
}>

/** Loads whose power falls short of the best by no more than this share might be the best. */
const negligibleShortfall = 0.03

export function curveAnswer({ believed, runs, ending }: Found): CurveAnswer {
  const levels = curveLevels(believed)
  const knee = kneeOf(levels)
  return {
    kind: 'curve',
    knee: knee?.level.load ?? null,
    interval: knee && intervalAround(knee, levels),
    rule: 'power',
    secondOpinion: loadAt(levels, findKneeByDistance(levels)),
    ...{ runs, ending },
  }
}

export type FoundKnee = Readonly<{ before: CurveLevel; level: CurveLevel; after: CurveLevel }>

/** Null while the curve still rises at its last load, since more may then be better. */
export function kneeOf(levels: readonly CurveLevel[]): FoundKnee | null {
  const at = findKnee(levels)
  if (at === null) return null
  const [level, after] = [levels[at], levels[at + 1]]
  if (level === undefined || after === undefined) return null
  return { before: levels[at - 1] ?? level, level, after }
}

/** Power rises up to the knee and falls beyond it, so it lies between the loads that are surely worse. */
function intervalAround({ level }: FoundKnee, levels: readonly CurveLevel[]): Interval {
  const isWorse = (other: CurveLevel) => powerOf(other) < (1 - negligibleShortfall) * powerOf(level)
  const below = levels.findLast((other) => other.load < level.load && isWorse(other))
  const above = levels.find((other) => other.load > level.load && isWorse(other))
  return {
    low: (below ?? levels[0] ?? level).load,
    high: (above ?? levels.at(-1) ?? level).load,
  }
}

function powerOf({ throughput, latency }: CurveLevel): number {
  return throughput / latency
}

function loadAt(levels: readonly CurveLevel[], at: number | null): number | null {
  return at === null || at === levels.length - 1 ? null : (levels[at]?.load ?? null)
}
