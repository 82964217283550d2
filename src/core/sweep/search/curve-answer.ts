// Answer of a curve search: its knee by the common rule, and a second opinion. Formulas: docs/measuring/searches.md.
import { isDependable } from '#core/model/run/judgement.ts'
import { judgePoint } from '#core/judgement/judge-point.ts'
import type { CurveAnswer, Knee, KneePlace, SearchEnding } from '#core/model/sweep-search.ts'
import type { Interval } from '#core/stats/certainty/interval.ts'
import { findKneeByDistance } from '../find-knee.ts'
import { judgeCurve } from '../judge-curve.ts'
import { curveLevels } from './curve-levels.ts'
import { isMeasured, type MeasuredTry, type SearchTry } from './search-step.ts'

type CurveInput = Readonly<{
  tried: readonly SearchTry[]
  /** Runs in which our own client was not the bottleneck. */
  believed: readonly MeasuredTry[]
  ending: SearchEnding
}>

export function curveAnswer({ tried, believed, ending }: CurveInput): CurveAnswer {
  const { loads, knee } = judgedLoads(tried)
  const loadAt = ({ position }: KneePlace) => loads[position]?.load ?? null
  return {
    kind: 'curve',
    found: knee,
    knee: knee.kind === 'at' ? loadAt(knee.at) : null,
    interval: intervalOf(knee, loadAt),
    rule: 'power',
    secondOpinion: secondOpinion(believed),
    runs: tried.length,
    ending: endingOf(knee, ending),
  }
}

type JudgedLoads = Readonly<{
  /** Ascending. */
  loads: readonly Readonly<{ load: number; runs: readonly MeasuredTry[] }>[]
  /** Positions refer to the loads. */
  knee: Knee
}>

/** Judges runs like every other surface. */
export function judgedLoads(tried: readonly SearchTry[]): JudgedLoads {
  const measured = tried.filter(isMeasured)
  const rising = [...new Set(measured.map(({ load }) => load))].sort((a, b) => a - b)
  const loads = rising.map((load) => ({
    load,
    runs: measured.filter((run) => run.load === load),
  }))
  return { loads, knee: judgeCurve(loads.map(({ runs }) => runs)).knee }
}

function intervalOf(knee: Knee, loadAt: (place: KneePlace) => number | null): Interval | null {
  if (knee.kind !== 'at' && knee.kind !== 'between') return null
  const [low, high] = [loadAt(knee.low), loadAt(knee.high)]
  return low === null || high === null ? null : { low, high }
}

/** Excludes loads that are saturated or not usable. */
function secondOpinion(believed: readonly MeasuredTry[]): number | null {
  const levels = curveLevels(believed)
  const at = findKneeByDistance(levels)
  const level = at === null || at === levels.length - 1 ? undefined : levels[at]
  if (level === undefined) return null
  const judgement = judgePoint(believed.filter(({ load }) => load === level.load))
  return judgement !== null && isDependable(judgement) ? level.load : null
}

/** A finished search without a knee ends with the corresponding reason. */
function endingOf(knee: Knee, ending: SearchEnding): SearchEnding {
  if (ending === 'ended' || ending === 'client-limited') return ending
  if (knee.kind === 'none' && (knee.why === 'not-usable' || knee.why === 'held-back'))
    return knee.why
  const isFound = knee.kind === 'at' || knee.kind === 'between'
  return ending === 'precise' && !isFound ? 'no-knee' : ending
}
