// Confirmation of a tuning: the default and the best other setting alternate, each with its own starts and runs near
// its capacity. Only these runs determine the intervals of the answer, because the runs that selected the best setting
// are biased in its favour.
import type { SweepPlan, Tune } from '#core/model/sweep.ts'
import { studentReach, studentShare } from '#core/stats/certainty/distributions.ts'
import type { Interval } from '#core/stats/certainty/interval.ts'
import { mean, squares } from '#core/base/spread.ts'
import { believedRuns, type Candidate } from './candidates.ts'
import { fewestStarts, loadFactors } from './confirm-starts.ts'
import { nearRunOf, type NearRun } from './estimate.ts'
import { runWorth } from './worth.ts'

export { fewestStarts, loadFactors }

/**
 * Starts of both sides together after which the result is checked. The second is the maximum; the third extends it for a gain
 * that is still uncertain.
 */
const looks = [8, 16, 32] as const
/** The confirmation ends when the gain is known within this share on both sides. */
const closeEnough = 0.04
/** Confidence at each of three looks, for the overall error of one look at 95 % (Pocock 1977). */
const confidence = 0.978

export type Side = 'default' | 'best'

/** Side with the next start; the sides alternate. */
export function nextTurn(runs: Readonly<Record<Side, number>>, first: Side): Side {
  const second = first === 'best' ? 'default' : 'best'
  const begun = ([first, second] as const).find((side) => runs[side] % loadFactors.length !== 0)
  if (begun !== undefined) return begun
  return runs[second] < runs[first] ? second : first
}

/** Whether further starts would not change the answer; `starts` counts both sides. */
export function isSettled({ gain }: Pick<Confirmation, 'gain'>, starts: number): boolean {
  const { low, high } = gain.interval
  const isUnsure = gain.value > 0 && low <= 0
  const isClose = Math.log1p(high) - Math.log1p(low) <= 2 * closeEnough
  const [first, most, mostUnsure] = looks
  if (starts >= mostUnsure) return true
  return (starts === most || (starts === first && isClose)) && !isUnsure
}

/** A gain below this is hard to confirm, so more starts are reserved for it. */
const smallGain = 0.06
/** Maximum share of the budget, unless the minimum number of starts takes more. */
const keptShare = 1 / 4

/**
 * Starts to reserve for confirming an expected gain, out of those that the budget affords. Even a large gain may need them: with
 * noisy latencies the minimum leaves a wide interval.
 */
export function keptStarts(expectedGain: number, affordable: number): number {
  const [, most, mostUnsure] = looks
  const wanted = expectedGain >= smallGain ? most : mostUnsure
  return Math.max(fewestStarts, Math.min(wanted, Math.floor(affordable * keptShare)))
}

export type ConfirmedCapacity = Readonly<{
  /** Requests per second or in flight. */
  capacity: number
  interval: Interval
  /** Log of the objective, when the objective is not capacity. */
  worth: Readonly<{ log: number; interval: Interval }> | null
}>

export type Confirmation = Readonly<{
  default: ConfirmedCapacity
  best: ConfirmedCapacity
  /** Best ÷ default − 1. */
  gain: Readonly<{ value: number; interval: Interval }>
  /** Probability that the best setting has the higher capacity. */
  chance: number
}>

/** Capacities by start, as logarithms. Runs of one start are correlated. */
function startsOf(runs: readonly ConfirmedRun[], valueOf: (run: ConfirmedRun) => number): number[] {
  const pairs = runs.flatMap((_, index) =>
    index % loadFactors.length === 0 ? [runs.slice(index, index + loadFactors.length)] : [],
  )
  return pairs.map((pair) => mean(pair.map(valueOf)))
}

type ConfirmedRun = ReturnType<typeof believedRuns>[number]

/** Capped at the highest load of the search, because no run shows higher capacities. */
function capacityBy(plan: SweepPlan, { log, excess }: NearRun, slope: number): number {
  return Math.min(log - excess / slope, Math.log(highestLoad(plan)))
}

function highestLoad({ search }: Pick<SweepPlan, 'search'>): number {
  return search?.upTo ?? Infinity
}

const usualSlope = 1.5
const [leastSlope, mostSlope] = [0.7, 20]
/** Runs at loads further from the centre than this share are on another part of the curve. */
const nearby = 0.25

/** Slope of the excess over the logarithm of the load, within each setting. */
export function slopeOf(plan: SweepPlan, candidates: readonly Candidate[]): number {
  let [shared, width] = [0, 0]
  for (const candidate of candidates) {
    const runs = believedRuns(candidate)
    const late = runs.filter(({ stage }) => stage !== 'explore')
    const middle = mean((late.length > 0 ? late : runs).map(({ load }) => Math.log(load)))
    const near = runs
      .map((run) => nearRunOf(plan, run))
      .filter(({ log }) => Math.abs(log - middle) < nearby)
    const [x, y] = [mean(near.map(({ log }) => log)), mean(near.map(({ excess }) => excess))]
    for (const { log, excess } of near) {
      shared += (log - x) * (excess - y)
      width += (log - x) ** 2
    }
  }
  if (width < leastWidth) return usualSlope
  return Math.max(leastSlope, Math.min(mostSlope, shared / width))
}

/** Loads closer together than this show no slope. */
const leastWidth = 2e-3

/** Centre of the next confirmation runs. */
export function centreOf(plan: SweepPlan, candidate: Candidate, log: number): number {
  const slope = slopeOf(plan, [candidate])
  const near = believedRuns(candidate)
    .filter(({ stage }) => stage !== 'explore')
    .map((run) => capacityBy(plan, nearRunOf(plan, run), slope))
  return Math.exp(near.length === 0 ? log : mean(near))
}

type Pair = Readonly<{ default: Candidate; best: Candidate }>

/** Null until each side has two starts. */
export function confirmationOf(
  { plan, tune }: Readonly<{ plan: SweepPlan; tune: Tune }>,
  pair: Pair,
): Confirmation | null {
  const slope = slopeOf(plan, [pair.default, pair.best])
  const capacityOf = (run: ConfirmedRun) => capacityBy(plan, nearRunOf(plan, run), slope)
  const capacities = comparedStarts(plan, pair, () => capacityOf)
  const worths =
    tune.objective === 'capacity'
      ? capacities
      : comparedStarts(
          plan,
          pair,
          ({ choice }) =>
            (run) =>
              runWorth(plan, tune, { choice, run, log: capacityOf(run) }) ?? NaN,
          capacities,
        )
  if (capacities === null || worths === null) return null
  const confirmed = (side: Side): ConfirmedCapacity => {
    const { log, half } = capacities[side]
    const { low, high } = around(log, half)
    const worth = worths[side]
    return {
      capacity: Math.exp(log),
      interval: { low: Math.exp(low), high: Math.min(Math.exp(high), highestLoad(plan)) },
      worth:
        worths === capacities ? null : { log: worth.log, interval: around(worth.log, worth.half) },
    }
  }
  const difference = worths.best.log - worths.default.log
  return {
    ...{ default: confirmed('default'), best: confirmed('best') },
    gain: gainBy(worths),
    chance: studentShare(difference / Math.max(worths.error, 1e-9), worths.degrees),
  }
}

export function gainBy({
  default: one,
  best,
  reach,
  error,
}: StartComparison): Confirmation['gain'] {
  const difference = best.log - one.log
  const { low, high } = around(difference, reach * error)
  return {
    value: Math.expm1(difference),
    interval: { low: Math.expm1(low), high: Math.expm1(high) },
  }
}

function around(log: number, half: number): Interval {
  return { low: log - half, high: log + half }
}

type StartComparison = Readonly<Record<Side, Readonly<{ log: number; half: number }>>> &
  Readonly<{ reach: number; error: number; degrees: number }>

/** Compares the means of the starts with a pooled spread. */
function comparedStarts(
  plan: SweepPlan,
  pair: Pair,
  valueFor: (candidate: Candidate) => (run: ConfirmedRun) => number,
  capacities: StartComparison | null = null,
): StartComparison | null {
  const starts = (candidate: Candidate) => {
    const runs = believedRuns(candidate).filter(({ stage }) => stage === 'confirm')
    return startsOf(runs, valueFor(candidate))
  }
  const [ones, others] = [starts(pair.default), starts(pair.best)]
  if (ones.length < 2 || others.length < 2) return null
  return compared(ones, others, {
    default: roundingAt(plan, capacities?.default.log ?? mean(ones)),
    best: roundingAt(plan, capacities?.best.log ?? mean(others)),
  })
}

/** Logarithms by start, at least two per side; `rounded` is the minimum error of each capacity. */
export function compared(
  ones: readonly number[],
  others: readonly number[],
  rounded: Readonly<Record<Side, number>> = { default: 0, best: 0 },
): StartComparison {
  const degrees = ones.length + others.length - 2
  const spread = Math.sqrt((squares(ones) + squares(others)) / degrees)
  const reach = studentReach(confidence, degrees)
  const side = (logs: readonly number[], rounding: number) => {
    const half = Math.hypot((reach * spread) / Math.sqrt(logs.length), rounding)
    return { log: mean(logs), half }
  }
  const rounding = Math.hypot(rounded.default, rounded.best)
  const error = Math.hypot(
    spread * Math.sqrt(1 / ones.length + 1 / others.length),
    rounding / reach,
  )
  const sides = { default: side(ones, rounded.default), best: side(others, rounded.best) }
  return { ...sides, reach, error, degrees }
}

/** Half a request in flight as a share, because requests in flight are integers. */
function roundingAt({ search }: SweepPlan, log: number): number {
  return search?.over === 'maxConcurrency' ? 0.5 / Math.exp(log) : 0
}
