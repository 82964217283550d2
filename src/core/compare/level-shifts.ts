// History of a metric over past runs: level shifts, outliers, and drift. Uses logarithms, so that shifts are ratios.
import { studentShare } from '#core/stats/certainty/distributions.ts'
import { mean, median, slopeOf, squares } from '#core/base/spread.ts'

export type FigureHistory = Readonly<{
  /** Positions of the runs at the current level: since the last shift, without outliers. */
  level: readonly number[]
  /** Last shift of the level: the first run after it, and the relative change. */
  shift: Readonly<{ at: number; change: number }> | null
  /** Positions of outliers. */
  outliers: readonly number[]
  /** Relative change over `runs` runs along a fitted line; null if no drift is certain. */
  drift: Readonly<{ runs: number; change: number }> | null
}>

/** Probability of a false alarm for a series without shift or drift. */
const falseAlarms = 0.01
const fewestPerLevel = 3
const driftRuns = 10
const fewestForDrift = 6

/** `values` must be above 0, oldest first. */
export function historyOf(values: readonly number[]): FigureHistory {
  const logs = values.map(Math.log)
  const outliers = outliersOf(logs)
  const kept = logs.map((_, index) => index).filter((index) => !outliers.includes(index))
  const at = lastShift(kept.map((index) => logs[index] ?? 0))
  const level = kept.slice(at ?? 0)
  const before = at === null ? [] : kept.slice(0, at)
  const first = level[0]
  return {
    level,
    outliers,
    shift:
      at === null || first === undefined
        ? null
        : { at: first, change: Math.expm1(meanAt(logs, level) - meanAt(logs, sameLevel(before))) },
    drift: driftOf(level.slice(-driftRuns).map((index) => logs[index] ?? 0)),
  }

  function sameLevel(positions: readonly number[]): readonly number[] {
    return positions.slice(lastShift(positions.map((index) => logs[index] ?? 0)) ?? 0)
  }
}

/** Start of the newest level; null if there is only one level. */
function lastShift(logs: readonly number[]): number | null {
  const at = shiftIn(logs)
  if (at === null) return null
  const later = lastShift(logs.slice(at))
  return later === null ? at : at + later
}

/** Split with the largest t, if it is significant over all splits (Bonferroni). */
function shiftIn(logs: readonly number[]): number | null {
  const splits = Array.from({ length: logs.length }, (_, index) => index).filter(
    (index) => index >= fewestPerLevel && logs.length - index >= fewestPerLevel,
  )
  const found = splits.map((at) => ({ at, chance: chanceOf(logs.slice(0, at), logs.slice(at)) }))
  const [best] = found.sort((one, other) => one.chance - other.chance)
  return best !== undefined && best.chance * splits.length < falseAlarms ? best.at : null
}

/** Two-sided p-value of the difference between two halves of one level. */
function chanceOf(ones: readonly number[], others: readonly number[]): number {
  const degrees = ones.length + others.length - 2
  const spread = Math.sqrt(
    ((squares(ones) + squares(others)) / degrees) * (1 / ones.length + 1 / others.length),
  )
  const apart = Math.abs(mean(others) - mean(ones))
  if (apart === 0) return 1
  return spread === 0 ? 0 : 2 * (1 - studentShare(apart / spread, degrees))
}

/** Number of neighbours on each side that a run is compared with. */
const neighbours = 4
const farOff = 6
/** Ratio of the standard deviation to the median absolute deviation in the normal distribution. */
const deviationsPerMedian = 1.4826

/** Runs far from their neighbours, relative to the usual spread between neighbours. */
function outliersOf(logs: readonly number[]): number[] {
  if (logs.length < 2 * neighbours) return []
  const off = logs.map((log, index) => {
    const around = logs.filter(
      (_, other) => other !== index && Math.abs(other - index) <= neighbours,
    )
    return Math.abs(log - median(around))
  })
  const usual = deviationsPerMedian * median(off)
  return off.flatMap((distance, index) => {
    const isAlone =
      !isFar(off[index - 1], usual) && !isFar(off[index + 1], usual) && index < logs.length - 1
    return isAlone && isFar(distance, usual) ? [index] : []
  })
}

function isFar(distance: number | undefined, usual: number): boolean {
  return distance !== undefined && distance > farOff * usual
}

function driftOf(logs: readonly number[]): FigureHistory['drift'] {
  const runs = logs.length
  if (runs < fewestForDrift) return null
  const { slope, error } = slopeOf(logs)
  const isSure =
    slope !== 0 &&
    (error === 0 || 2 * (1 - studentShare(Math.abs(slope) / error, runs - 2)) < falseAlarms)
  return isSure ? { runs, change: Math.expm1(slope * (runs - 1)) } : null
}

function meanAt(logs: readonly number[], positions: readonly number[]): number {
  return mean(positions.map((index) => logs[index] ?? 0))
}
