// Remaining time of a sweep, based on its points so far.
import type { LiveSnapshot } from '#core/model/run/run.ts'
import type { Sweep, Tune } from '#core/model/sweep.ts'
import { configurationKey } from '#core/sweep/configurations.ts'
import { finishedPoint, type SweepRow } from '#core/sweep/sweep-rows.ts'

export type TimeLeft = Readonly<{
  seconds: number
  /** A search may reach its precision before it has used all its runs. */
  isMost: boolean
}>

/** Null before the first point is done. */
export function timeLeft(
  sweep: Pick<Sweep, 'plan' | 'points' | 'servers'>,
  rows: readonly SweepRow[],
  snapshot: Pick<LiveSnapshot, 'etaS'> | null,
): TimeLeft | null {
  const took = rows.flatMap((row) => finishedPoint(row)?.summary.durationS ?? [])
  if (took.length === 0) return null
  const { coolDownS, warmUpS, search, tune } = sweep.plan
  const mean = took.reduce((sum, seconds) => sum + seconds, 0) / took.length
  const each = mean + coolDownS + warmUpS
  const running = sweep.points.some(({ status }) => status === 'running')
  const current = running ? (snapshot?.etaS ?? mean / 2) : 0
  if (tune !== null) {
    const begun = took.length + (running ? 1 : 0)
    const seconds = current + secondsWithin(tune, { begun, each })
    return { seconds, isMost: true }
  }
  return { seconds: current + each * pointsAhead(sweep), isMost: search !== null }
}

/** Remaining budget of a tuning, in seconds; any of its limits may be reached first. */
function secondsWithin(
  { budget, gpus }: Tune,
  { begun, each }: Readonly<{ begun: number; each: number }>,
): number {
  const { runs, minutes, gpuMinutes } = budget
  const ends = [
    runs === null ? Infinity : runs * each,
    minutes === null ? Infinity : minutes * 60,
    gpuMinutes === null ? Infinity : (gpuMinutes * 60) / gpus,
  ]
  return Math.max(0, Math.min(...ends) - begun * each)
}

/** Points that have not begun; for a search, the most that it may still take. */
function pointsAhead({
  plan,
  points,
  servers,
}: Pick<Sweep, 'plan' | 'points' | 'servers'>): number {
  if (plan.search === null) return points.filter(({ status }) => status === 'waiting').length
  const configurations = plan.axes.reduce(
    (count, axis) => count * axis.settings.length,
    servers.length,
  )
  const begun = new Set(points.map(configurationKey)).size
  const last = points.at(-1)
  const ofLast = points.filter(
    (point) => last && configurationKey(point) === configurationKey(last),
  ).length
  return (
    Math.max(0, plan.search.mostRuns - ofLast) +
    (configurations - Math.max(1, begun)) * plan.search.mostRuns
  )
}
