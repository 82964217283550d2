// Result of a tuning, from all its measurements.
import { clientLimitedRuns, limitedRuns } from './candidates.ts'
import { confirmationOf, type Confirmation, type ConfirmedCapacity } from './confirm.ts'
import { changedFlags } from './space.ts'
import { confirmedPair } from './tune-move.ts'
import { defaultOf, type EstimatedCandidate, type TuneView } from './view.ts'

export type TuneAnswer = Readonly<{
  /** Nothing was confirmed, and runs of the default or of the most promising setting show the limit of the client. */
  isClientLimited: boolean
  /** Recommended setting; null if none met the limits. The default, unless another is surely better. */
  best: EstimatedCandidate | null
  isBetter: boolean
  /**
   * Capacity of the recommended setting with its 95 % interval; null if nothing was confirmed and no run encloses it.
   */
  capacity: ConfirmedCapacity | null
  /** The default and the most promising other setting. */
  confirmation: Readonly<{ challenger: EstimatedCandidate; found: Confirmation }> | null
  /** Within `nearness` of the best by the model, with fewer changed flags; null if there is none. */
  simplest: EstimatedCandidate | null
}>

/** Relative difference that users consider equal. */
const nearness = 0.02

export function tuneAnswerOf(view: TuneView): TuneAnswer {
  const pair = confirmedPair(view)
  const found = pair === null ? null : confirmationOf(view, pair)
  const base = defaultOf(view) ?? null
  if (pair === null || found === null) {
    const best = base !== null && !base.hasFailed && view.best === null ? null : view.best
    return {
      ...{ best, isBetter: best !== null && best !== base, confirmation: null },
      isClientLimited: [base, best].some(isLimited),
      capacity: best === null ? null : exploredCapacity(view, best),
      simplest: simplestNear(view, best),
    }
  }
  const isBetter = found.gain.interval.low > 0
  const best = isBetter ? pair.best : pair.default
  return {
    ...{ best, isBetter, confirmation: { challenger: pair.best, found }, isClientLimited: false },
    capacity: isBetter ? found.best : found.default,
    simplest: isBetter ? simplestNear(view, best) : null,
  }
}

function isLimited(known: EstimatedCandidate | null): boolean {
  return known !== null && limitedRuns(known) >= clientLimitedRuns
}

/** Capacity from exploration runs; null if they do not enclose it. */
function exploredCapacity(
  { tune }: TuneView,
  { estimate, offset }: EstimatedCandidate,
): ConfirmedCapacity | null {
  if (estimate?.kind !== 'enclosed') return null
  const { low, high } = estimate.range
  const interval = { low: low + offset, high: high + offset }
  return {
    capacity: Math.exp(estimate.log),
    interval: { low: Math.exp(low), high: Math.exp(high) },
    worth: tune.objective === 'capacity' ? null : { log: estimate.log + offset, interval },
  }
}

function simplestNear(
  { candidates }: TuneView,
  best: EstimatedCandidate | null,
): EstimatedCandidate | null {
  if (best === null) return null
  const [simplest] = candidates
    .filter(({ hasFailed, estimate }) => !hasFailed && estimate?.kind === 'enclosed')
    .filter(
      ({ mean, choice }) =>
        mean >= best.mean - nearness && changedFlags(choice) < changedFlags(best.choice),
    )
    .toSorted(
      (one, other) =>
        changedFlags(one.choice) - changedFlags(other.choice) || other.mean - one.mean,
    )
  return simplest ?? null
}
