// Throughput–latency curve of a search so far: one level per load, with the mean of its repeats.
import { mainThroughput } from '#core/judgement/known-figures.ts'
import type { SweepSearch } from '#core/model/sweep-search.ts'
import type { MeasuredTry } from './search-step.ts'

export type CurveLevel = Readonly<{
  load: number
  /** Tokens per second, or requests per second if no tokens are generated. */
  throughput: number
  /** Mean E2EL, ms. */
  latency: number
}>

/** Ascending by load; omits loads without responses. */
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

/** Maximum gain per doubling of the load that counts as none. */
const negligibleGain = 0.05

/** Whether a higher load no longer raises throughput, so that requests only queue. Requires levels ascending by load. */
export function hasLevelledOff(levels: readonly CurveLevel[]): boolean {
  const gain = lastGain(levels)
  return gain !== null && gain <= 1 + negligibleGain
}

/** Throughput at the highest load ÷ throughput at half of it or less; null if either was not measured. */
export function lastGain(levels: readonly CurveLevel[]): number | null {
  const highest = levels.at(-1)
  const half = levels.findLast(({ load }) => highest !== undefined && load <= highest.load / 2)
  if (highest === undefined || half === undefined || half.throughput === 0) return null
  return highest.throughput / half.throughput
}

/** Range of a search: whole requests in flight, or rates with few digits. */
type Range = Pick<SweepSearch, 'over' | 'from' | 'upTo'>
type RoundingMode = 'down' | 'nearest' | 'up'

/** Digits of a rate. */
const significantDigits = 3
const rounds = { down: Math.floor, nearest: Math.round, up: Math.ceil }

/** Rounds a load within the range of the search; the ends remain exact. */
export function roundedLoad(
  search: Range,
  load: number,
  rounding: RoundingMode = 'nearest',
): number {
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

/** Whether there is a valid load strictly between the two. */
export function isRoomBetween(search: Range, low: number, high: number): boolean {
  return search.over === 'requestRate' || high - low > 1
}
