// The confirmation of a tuning: the default and the best other setting in turns, each with starts and runs of its own, near
// the load where its capacity was found. Only these runs make the intervals of the answer: those that chose the best
// setting flatter it.
import type { SweepPlan } from '#core/model/sweep/sweep.ts'
import { studentReach, studentShare } from '#core/stats/certainty/distributions.ts'
import type { Interval } from '#core/stats/certainty/interval.ts'
import { mean, squares } from '#core/stats/spread.ts'
import type { Tune } from '#core/model/sweep/tune.ts'
import { believedRuns, type Candidate } from './candidates.ts'
import { fewestStarts, loadFactors } from './confirm-starts.ts'
import { nearRunOf, type NearRun } from './estimate.ts'
import { runWorth } from './worth.ts'

export { fewestStarts, loadFactors }

/**
 * After how many starts of both together an answer is looked for. The second is the most, and the third the most of a gain
 * that is not sure by then.
 */
const looks = [8, 16, 32] as const
/** The confirmation ends once the gain is known within this share on both sides. */
const closeEnough = 0.04
/** At each of three looks; then all of them together are wrong as seldom as one at 95 % (Pocock 1977). */
const confidence = 0.978

export type Side = 'default' | 'best'

/** Whose turn it is, by the runs each has. They alternate: each turn is a start. */
export function nextTurn(runs: Readonly<Record<Side, number>>, first: Side): Side {
  const second = first === 'best' ? 'default' : 'best'
  const begun = ([first, second] as const).find((side) => runs[side] % loadFactors.length !== 0)
  if (begun !== undefined) return begun
  return runs[second] < runs[first] ? second : first
}

/** Whether further starts, of which both together had this number, would not change the answer. */
export function isSettled({ gain }: Pick<Confirmation, 'gain'>, starts: number): boolean {
  const { low, high } = gain.interval
  const isUnsure = gain.value > 0 && low <= 0
  const isClose = Math.log1p(high) - Math.log1p(low) <= 2 * closeEnough
  const [first, most, mostUnsure] = looks
  if (starts >= mostUnsure) return true
  return (starts === most || (starts === first && isClose)) && !isUnsure
}

/** A gain below this is hard to be sure of: more is kept back for its confirmation. */
const smallGain = 0.06
/** Of the budget, at most, unless the fewest starts take more. */
const keptShare = 1 / 4

/**
 * Starts to keep back for the confirmation of a gain that is expected, of those that the whole budget holds. A large gain may
 * need them as well: where latencies are noisy, the fewest starts leave its interval wide.
 */
export function keptStarts(expectedGain: number, affordable: number): number {
  const [, most, mostUnsure] = looks
  const wanted = expectedGain >= smallGain ? most : mostUnsure
  return Math.max(fewestStarts, Math.min(wanted, Math.floor(affordable * keptShare)))
}

export type Confirmed = Readonly<{
  /** Requests per second or in flight. */
  capacity: number
  interval: Interval
  /** Of what is maximised, where that is not the capacity; logarithms. */
  worth: Readonly<{ log: number; interval: Interval }> | null
}>

export type Confirmation = Readonly<{
  default: Confirmed
  best: Confirmed
  /** Best ÷ default − 1. */
  gain: Readonly<{ value: number; interval: Interval }>
  /** Probability that the best setting has the higher capacity. */
  chance: number
}>

/** Capacities by start, as logarithms; what a start has in common its runs share. */
function startsOf(runs: readonly ConfirmedRun[], valueOf: (run: ConfirmedRun) => number): number[] {
  const pairs = runs.flatMap((_, index) =>
    index % loadFactors.length === 0 ? [runs.slice(index, index + loadFactors.length)] : [],
  )
  return pairs.map((pair) => mean(pair.map(valueOf)))
}

type ConfirmedRun = ReturnType<typeof believedRuns>[number]

/** Never beyond the highest load that the tuning may search: no run shows what is there. */
function capacityBy(plan: SweepPlan, { log, excess }: NearRun, slope: number): number {
  return Math.min(log - excess / slope, Math.log(highestLoad(plan)))
}

function highestLoad({ search }: Pick<SweepPlan, 'search'>): number {
  return search?.upTo ?? Infinity
}

const usualSlope = 1.5
const [leastSlope, mostSlope] = [0.7, 20]
/** Runs at loads further from the middle than this share show another part of the curve. */
const nearby = 0.25

/** By how much the excess grows with the logarithm of the load, within each setting. */
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

/** Where the next runs of a confirmation are centred. */
export function centreOf(plan: SweepPlan, candidate: Candidate, log: number): number {
  const slope = slopeOf(plan, [candidate])
  const near = believedRuns(candidate)
    .filter(({ stage }) => stage !== 'explore')
    .map((run) => capacityBy(plan, nearRunOf(plan, run), slope))
  return Math.exp(near.length === 0 ? log : mean(near))
}

type Pair = Readonly<{ default: Candidate; best: Candidate }>

/** Null before each has two starts. */
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
  const confirmed = (side: Side): Confirmed => {
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

export function gainBy({ default: one, best, reach, error }: Compared): Confirmation['gain'] {
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

type Compared = Readonly<Record<Side, Readonly<{ log: number; half: number }>>> &
  Readonly<{ reach: number; error: number; degrees: number }>

/** By the means of their starts, with the spread that both have in common. */
function comparedStarts(
  plan: SweepPlan,
  pair: Pair,
  valueFor: (candidate: Candidate) => (run: ConfirmedRun) => number,
  capacities: Compared | null = null,
): Compared | null {
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

/** Logarithms by start, at least two of each; `rounded` is how far off each capacity may be in any case. */
export function compared(
  ones: readonly number[],
  others: readonly number[],
  rounded: Readonly<Record<Side, number>> = { default: 0, best: 0 },
): Compared {
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

/** Requests in flight are whole: half of one, as a share. */
function roundingAt({ search }: SweepPlan, log: number): number {
  return search?.over === 'maxConcurrency' ? 0.5 / Math.exp(log) : 0
}
