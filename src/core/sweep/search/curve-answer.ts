// What a search along the curve has to say: where its knee is, by two rules, and how far it might lie from there.
import type { CurveAnswer, SearchEnding } from '#core/model/sweep-search.ts'
import { findKneeByDistance } from '../find-knee-by-distance.ts'
import { findKnee } from '../find-knee.ts'
import { curveLevels, type CurveLevel } from './curve-levels.ts'
import type { MeasuredTry } from './search-step.ts'

type Found = Readonly<{
  believed: readonly MeasuredTry[]
  runs: number
  ending: SearchEnding
}>

/** Power rises up to the knee and falls beyond it, so the knee lies between the neighbours of the best load. */
export function curveAnswer({ believed, runs, ending }: Found): CurveAnswer {
  const levels = curveLevels(believed)
  const knee = kneeOf(levels)
  return {
    kind: 'curve',
    knee: knee?.level.load ?? null,
    interval: knee && { low: knee.before.load, high: knee.after.load },
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

function loadAt(levels: readonly CurveLevel[], at: number | null): number | null {
  return at === null || at === levels.length - 1 ? null : (levels[at]?.load ?? null)
}
