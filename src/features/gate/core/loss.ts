// Loss of a candidate relative to its baseline in one metric, with bounds, from the repeats of both.
import { figureTraits } from '#core/metrics/figures.ts'
import { studentReach } from '#core/stats/certainty/distributions.ts'
import type { Interval } from '#core/stats/certainty/interval.ts'
import { shareInterval } from '#core/stats/certainty/share-interval.ts'
import type { FigureIdentity } from '#core/compare/comparable-figures.ts'
import { logsByStart } from '#core/compare/starts.ts'
import { mean, squares } from '#core/base/spread.ts'

/** Value of one run. Counts are the failed and all requests for the share of failed requests, null for other metrics. */
export type GateSample = Readonly<{
  value: number
  counts: Readonly<{ failed: number; all: number }> | null
  /** Equal for runs on one start of the server. Without it, a pair shares one start, and each other run has its own. */
  job?: number
}>

/** `paired`: repeat k of both used the same prompts and schedule, one after the other. */
export type GateSamples = Readonly<{
  baseline: readonly GateSample[]
  candidate: readonly GateSample[]
  paired: boolean
}>

export type Loss = Readonly<{
  /** Share of the baseline; for failed requests, a difference of shares. Positive is worse. */
  value: number
  /** Null until the spread between repeats is known. */
  bounds: Interval | null
  /** Part of the bounds' half width, as a share, that no number of repeats on these starts removes. */
  startReach: number
  /** True if the runs do not show the spread between starts. */
  isSpreadAssumed: boolean
}>

export type LossAssumptions = Readonly<{
  /** Probability that the loss exceeds the upper bound, and also that it is below the lower bound. */
  error: number
  /** Assumed standard deviation between starts of a server, as a share. */
  startSpread: number
}>

/**
 * Compares logarithms of ratios: pairs by the spread of their differences, others by the pooled spread of both sides, with Student's t. A
 * single start adds the assumed spread between starts. Null if a side has no value to compare.
 */
export function lossOf(
  { name }: FigureIdentity,
  samples: GateSamples,
  { error, startSpread }: LossAssumptions,
): Loss | null {
  if (samples.baseline.length === 0 || samples.candidate.length === 0) return null
  if (name === 'failedShare') return lossOfShares(samples, error)
  if ([...samples.baseline, ...samples.candidate].some(({ value }) => value <= 0)) return null
  const { lowerIsBetter } = figureTraits[name]
  const worse = lowerIsBetter ? 1 : -1
  const { value, standardError, degrees, starts } = (samples.paired ? pairedLog : pooledLog)(
    samples,
  )
  const assumedReach =
    starts === null
      ? 0
      : studentReach(1 - 2 * error, normalDegrees) *
        startSpread *
        Math.sqrt(1 / starts.baseline + 1 / starts.candidate)
  const reach =
    degrees < 1
      ? null
      : Math.hypot(studentReach(1 - 2 * error, degrees) * standardError, assumedReach)
  const lossAt = (log: number) => worse * (Math.exp(worse * log) - 1)
  return {
    value: lossAt(worse * value),
    startReach: starts === null ? (reach ?? 0) : assumedReach,
    isSpreadAssumed: assumedReach > 0,
    bounds:
      reach === null
        ? null
        : { low: lossAt(worse * value - reach), high: lossAt(worse * value + reach) },
  }
}

type LogRatio = Readonly<{
  value: number
  standardError: number
  degrees: number
  /** Number of starts on each side, for the assumed spread; null if the standard error already covers starts. */
  starts: Readonly<{ baseline: number; candidate: number }> | null
}>

/** With fewer degrees of freedom, the spread between starts is unknown and must be assumed. */
const fewestStartDegrees = 2

function pairedLog({ baseline, candidate }: GateSamples): LogRatio {
  const pairs = candidate.flatMap((other, at) => {
    const one = baseline[at]
    if (one === undefined) return []
    return { value: other.value / one.value, job: `${one.job ?? 0}/${other.job ?? 0}` }
  })
  const starts = {
    baseline: startsIn(baseline.slice(0, pairs.length)),
    candidate: startsIn(candidate.slice(0, pairs.length)),
  }
  const isShown = Math.min(starts.baseline, starts.candidate) - 1 >= fewestStartDegrees
  const ratios = isShown ? logsByStart(pairs) : pairs.map(({ value }) => Math.log(value))
  const degrees = ratios.length - 1
  return {
    value: mean(ratios),
    degrees,
    standardError: Math.sqrt(squares(ratios) / degrees / ratios.length),
    starts: isShown ? null : starts,
  }
}

function startsIn(samples: readonly GateSample[]): number {
  return new Set(samples.map(({ job }) => job ?? 0)).size
}

function pooledLog({ baseline, candidate }: GateSamples): LogRatio {
  const [oneStarts, otherStarts] = [logsByStart(baseline), logsByStart(candidate)]
  const isShown = oneStarts.length + otherStarts.length - 2 >= fewestStartDegrees
  const [ones, others] = isShown ? [oneStarts, otherStarts] : [logs(baseline), logs(candidate)]
  const degrees = ones.length + others.length - 2
  const variance = (squares(ones) + squares(others)) / degrees
  return {
    value: mean(others) - mean(ones),
    degrees,
    standardError: Math.sqrt(variance * (1 / ones.length + 1 / others.length)),
    starts: isShown ? null : { baseline: oneStarts.length, candidate: otherStarts.length },
  }
}

function logs(samples: readonly GateSample[]): number[] {
  return samples.map(({ value }) => Math.log(value))
}

/** Degrees of freedom at which Student's t equals the normal distribution to six digits. */
const normalDegrees = 1e6

/** Uses the counts of all repeats together, because repeats without a failure have no spread (Newcombe 1998). */
function lossOfShares({ baseline, candidate }: GateSamples, error: number): Loss {
  const [one, other] = [countsOf(baseline), countsOf(candidate)]
  const value = other.share - one.share
  const [ones, others] = [one, other].map(({ failed, all }) =>
    shareInterval(failed, all, studentReach(1 - 2 * error, normalDegrees)),
  )
  const shown = { value, startReach: 0, isSpreadAssumed: false }
  if (ones === undefined || others === undefined) return { ...shown, bounds: null }
  return {
    ...shown,
    bounds: {
      low: value - Math.hypot(other.share - others.low, ones.high - one.share),
      high: value + Math.hypot(others.high - other.share, one.share - ones.low),
    },
  }
}

function countsOf(samples: readonly GateSample[]) {
  const total = (key: 'failed' | 'all') =>
    samples.reduce((sum, { counts }) => sum + (counts?.[key] ?? 0), 0)
  const [failed, all] = [total('failed'), total('all')]
  return { failed, all, share: all === 0 ? 0 : failed / all }
}
