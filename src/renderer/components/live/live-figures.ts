// Current figures of a run.
import type { LiveSnapshot } from '#core/model/run/run.ts'

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

/** Window for rates: a shorter one fluctuates, a longer one lags. */
const windowS = 2
/** Minimum time for a rate: one request in the first millisecond is not 1,000/s. */
const leastSpanS = 0.25

export function liveFigures(course: readonly LiveSnapshot[]): LiveFigures {
  const [start, now] = [course.at(-recentCount(course)), course.at(-1)]
  const spanS = start && now ? now.elapsedS - start.elapsedS : 0
  /** Rate of a counter per second, over the window that ends now. */
  const rate = (counter: Counter): number | null =>
    start && now && spanS >= leastSpanS ? (now[counter] - start[counter]) / spanS : null
  return {
    askedPerSecond: rate('asked'),
    completedPerSecond: rate('completed'),
    tokenEventsPerSecond: rate('tokenEvents'),
    ttftMs: lastMeasured(course.map(({ recentTtftMs }) => recentTtftMs)),
    itlMs: lastMeasured(course.map(({ recentItlMs }) => recentItlMs)),
    e2elMs: lastMeasured(course.map(({ recentE2elMs }) => recentE2elMs)),
    sendLagMs: msOf(course.at(-1)?.client.sendLagP99Us),
    readLagMs: msOf(course.at(-1)?.client.readLagP99Us),
  }
}

/** Number of snapshots at the end that the last window needs. */
function recentCount(course: readonly LiveSnapshot[]): number {
  const endS = course.at(-1)?.elapsedS ?? 0
  const before = course.findLastIndex(({ elapsedS }) => elapsedS <= endS - windowS)
  return course.length - Math.max(0, before)
}

function msOf(us: number | undefined): number | null {
  return us === undefined ? null : us / 1000
}

function lastMeasured(values: readonly (number | null)[]): number | null {
  return values.findLast((value) => value !== null) ?? null
}
