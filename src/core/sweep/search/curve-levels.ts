// The throughput–latency curve a search has measured so far: one place per load, repeats as their mean.
import { mainThroughput } from '#core/stats/certainty/known-figures.ts'
import type { SweepSearch } from '#core/model/sweep/sweep-search.ts'
import type { MeasuredTry } from './search-step.ts'

export type CurveLevel = Readonly<{
  load: number
  /** Tokens, or requests where none are generated, per second. */
  throughput: number
  /** Mean E2EL, ms. */
  latency: number
}>

/** Ascending by load; loads at which nothing was answered are left out. */
export function curveLevels(runs: readonly MeasuredTry[]): CurveLevel[] {
  const answered = runs.filter(({ summary }) => summary.completed > 0)
  const loads = [...new Set(answered.map(({ load }) => load))].sort((a, b) => a - b)
  return loads.map((load) => {
    const here = answered.filter((run) => run.load === load)
    const mean = (of: (run: MeasuredTry) => number) =>
      here.reduce((sum, run) => sum + of(run), 0) / here.length
    return {
      load,
      throughput: mean(mainThroughput),
      latency: mean(({ summary }) => summary.metrics.e2el.mean),
    }
  })
}

// Whether more load still gives more throughput: a server that has enough of it only keeps requests waiting.

/** Twice the load gains no more than this share. */
const negligibleGain = 0.05

/** `levels` ascending by load. */
export function hasLevelledOff(levels: readonly CurveLevel[]): boolean {
  const gain = lastGain(levels)
  return gain !== null && gain <= 1 + negligibleGain
}

/** Throughput at the highest load per that at half of it or less; null where neither was measured. */
export function lastGain(levels: readonly CurveLevel[]): number | null {
  const highest = levels.at(-1)
  const half = levels.findLast(({ load }) => highest !== undefined && load <= highest.load / 2)
  if (highest === undefined || half === undefined || half.throughput === 0) return null
  return highest.throughput / half.throughput
}

// The loads of a search: whole requests in flight, or rates with few digits.
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
