// The course of a run as lines for small plots, and as the figures of its latest moment.
import type { LiveSnapshot } from '#core/model/run/run.ts'

type Point = readonly [atS: number, value: number | null]

export type LiveSeries = Readonly<{
  askedPerSecond: readonly Point[]
  completedPerSecond: readonly Point[]
  inFlight: readonly Point[]
  ttftMs: readonly Point[]
  itlMs: readonly Point[]
  e2elMs: readonly Point[]
}>

type LiveFigures = Readonly<{
  askedPerSecond: number | null
  completedPerSecond: number | null
  tokenEventsPerSecond: number | null
  ttftMs: number | null
  itlMs: number | null
  e2elMs: number | null
  sendLagMs: number | null
  readLagMs: number | null
}>

type Counter = 'asked' | 'completed' | 'tokenEvents'

/** Rates are taken over this long: shorter jumps about, longer lags behind. */
const windowS = 2
/** The first moments of a run are too short for a rate: one request in a millisecond is no 1,000/s. */
const leastSpanS = 0.25

export function liveSeries(course: readonly LiveSnapshot[]): LiveSeries {
  return {
    askedPerSecond: rates(course, 'asked'),
    completedPerSecond: rates(course, 'completed'),
    inFlight: course.map(({ elapsedS, inFlight }) => [elapsedS, inFlight]),
    ttftMs: course.map(({ elapsedS, recentTtftMs }) => [elapsedS, recentTtftMs]),
    itlMs: course.map(({ elapsedS, recentItlMs }) => [elapsedS, recentItlMs]),
    e2elMs: course.map(({ elapsedS, recentE2elMs }) => [elapsedS, recentE2elMs]),
  }
}

export function liveFigures(course: readonly LiveSnapshot[]): LiveFigures {
  const recent = course.slice(-recentCount(course))
  const last = (counter: Counter): number | null => rates(recent, counter).at(-1)?.[1] ?? null
  return {
    askedPerSecond: last('asked'),
    completedPerSecond: last('completed'),
    tokenEventsPerSecond: last('tokenEvents'),
    ttftMs: lastMeasured(course.map(({ recentTtftMs }) => recentTtftMs)),
    itlMs: lastMeasured(course.map(({ recentItlMs }) => recentItlMs)),
    e2elMs: lastMeasured(course.map(({ recentE2elMs }) => recentE2elMs)),
    sendLagMs: msOf(course.at(-1)?.client.sendLagP99Us),
    readLagMs: msOf(course.at(-1)?.client.readLagP99Us),
  }
}

/** How often a counter grew per second, over the window that ends at each snapshot. */
function rates(course: readonly LiveSnapshot[], counter: Counter): Point[] {
  let from = 0
  return course.map((now) => {
    while ((course[from + 1]?.elapsedS ?? Infinity) <= now.elapsedS - windowS) from++
    const start = course[from] ?? now
    const spanS = now.elapsedS - start.elapsedS
    return [now.elapsedS, spanS >= leastSpanS ? (now[counter] - start[counter]) / spanS : null]
  })
}

/** Snapshots at the end that the last window needs. */
function recentCount(course: readonly LiveSnapshot[]): number {
  const endS = course.at(-1)?.elapsedS ?? 0
  return course.filter(({ elapsedS }) => elapsedS > endS - windowS).length + 1
}

function msOf(us: number | undefined): number | null {
  return us === undefined ? null : us / 1000
}

function lastMeasured(values: readonly (number | null)[]): number | null {
  return values.findLast((value) => value !== null) ?? null
}
