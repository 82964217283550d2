// All data for the decisions of a tuning, derived from stored data.
import type { SweepPlan, Tune } from '#core/model/sweep.ts'
import type { SweepSearch } from '#core/model/sweep-search.ts'
import { believedRuns, candidatesOf, type Candidate, type TuneState } from './candidates.ts'
import { mean } from '#core/base/spread.ts'
import { costOf, gpusOf, typicalOf, type Cost, type Typical } from './cost.ts'
import { unknownLimit, type UnknownLimit } from '#core/sweep/limits.ts'
import { estimateOf, type Estimate } from './estimate.ts'
import { gaussianProcess, type GaussianProcess } from './propose/gaussian-process.ts'
import { choiceKey, placeOf, type Place } from './space.ts'
import { energyPerOutputTokenJ, worthOffset } from './worth.ts'

export type EstimatedCandidate = Candidate &
  Readonly<{
    place: Place
    estimate: Estimate | null
    /** Log of the objective − log of the load; the other settings' value if no run shows it. */
    offset: number
    /** Log of the objective by the model of all settings. Frequent measurements outweigh the model. */
    mean: number
    deviation: number
  }>

export type TuneView = Readonly<{
  plan: SweepPlan
  tune: Tune
  search: SweepSearch
  /** Ordered by first attempt. */
  candidates: readonly EstimatedCandidate[]
  model: GaussianProcess | null
  /** The model with lengths shortened by these steps, so that it is less certain of unmeasured settings. */
  modelWith: (doubts: number) => GaussianProcess | null
  /** Offset of an unmeasured setting. */
  offsetAt: (choice: readonly number[]) => number
  /** Energy is unknown, because no GPU reports its power. */
  lacksEnergy: boolean
  /** Limits cannot be assessed, because no run has the metric of one. */
  unknownLimit: UnknownLimit | null
  /** Highest according to the model; null while no setting met its limits. */
  best: EstimatedCandidate | null
  spent: Cost
  typical: Typical
}>

export function tuneViewOf(state: TuneState, tune: Tune, search: SweepSearch): TuneView {
  const { plan } = state.sweep
  const candidates = candidatesOf(state)
  const measuredBy = (candidate: Candidate, runs: ReturnType<typeof believedRuns>) => {
    const { choice } = candidate
    const estimate = estimateOf(plan, runs)
    const offset =
      estimate === null ? null : worthOffset(plan, tune, { choice, runs, log: estimate.log })
    return { ...candidate, place: placeOf(tune.flags, choice), estimate, offset }
  }
  const measured = candidates.map((each) => measuredBy(each, believedRuns(each)))
  const offsetAt = usualOffset(plan, tune, measured)
  const observationsOf = (some: typeof measured) =>
    some.flatMap(({ place, estimate, offset, hasFailed }) =>
      estimate === null || offset === null || hasFailed
        ? []
        : [{ place, value: estimate.log + offset, error: estimate.error }],
    )
  const observations = observationsOf(measured)
  const explored = learnedFrom(measured).map((each) => {
    const runs = believedRuns(each)
    const exploring = runs.filter(({ stage }) => stage === 'explore')
    return exploring.length === runs.length ? each : measuredBy(each, exploring)
  })
  const learned = observationsOf(explored)
  const modelWith = (doubts: number) =>
    observations.length === 0 ? null : gaussianProcess(observations, learned, doubts)
  const model = modelWith(0)
  const known = measured.map((candidate) => ({
    ...candidate,
    offset: candidate.offset ?? offsetAt(candidate.choice),
    ...(model?.at(candidate.place) ?? { mean: -Infinity, deviation: 0 }),
  }))
  const sound = known.filter(({ hasFailed, estimate }) => !hasFailed && hasHeld(estimate))
  return {
    ...{ plan, tune, search, candidates: known, model, modelWith, offsetAt },
    lacksEnergy: tune.objective === 'energy' && lacksEnergy(candidates),
    unknownLimit: unknownLimit(
      plan.limits,
      candidates.flatMap((each) => believedRuns(each)),
    ),
    best: sound.toSorted((one, other) => other.mean - one.mean)[0] ?? null,
    spent: costOf({ plan, tune }, candidates),
    typical: typicalOf(state, candidates),
  }
}

/** Number of settings above which lengths are learned only once per eight. */
const learnedEach = { most: 40, step: 8 }

/** Settings from which lengths are learned; excludes the newest while it is being explored. */
function learnedFrom<Each extends Pick<Candidate, 'points' | 'tried'>>(
  candidates: readonly Each[],
): readonly Each[] {
  const isExplored = candidates.some(({ tried }) => tried.some(({ stage }) => stage !== 'explore'))
  if (isExplored) return candidates
  const newest = lastTried(candidates)
  const others = candidates.filter((each) => each !== newest)
  const { most, step } = learnedEach
  return others.slice(0, Math.max(most, others.length - (others.length % step)))
}

/** Setting with the newest point. */
export function lastTried<Each extends Pick<Candidate, 'points'>>(
  candidates: readonly Each[],
): Each | null {
  const newest = ({ points }: Each) => Math.max(-1, ...points)
  return candidates.toSorted((one, other) => newest(other) - newest(one))[0] ?? null
}

type SettingOffset = Readonly<{ choice: readonly number[]; offset: number | null }>

/** Offset typical of the other settings, adjusted to its own number of GPUs. */
function usualOffset(plan: SweepPlan, tune: Tune, measured: readonly SettingOffset[]) {
  const gpus = (choice: readonly number[]) =>
    tune.objective === 'capacity' || tune.objective === 'energy'
      ? 0
      : Math.log(gpusOf(plan, tune, choice))
  const known = measured.flatMap(({ choice, offset }) =>
    offset === null ? [] : [offset + gpus(choice)],
  )
  const usual = known.length === 0 ? 0 : mean(known)
  return (choice: readonly number[]) => usual - gpus(choice)
}

/** False before the first run. */
function lacksEnergy(candidates: readonly Candidate[]): boolean {
  const runs = candidates.flatMap((each) => believedRuns(each))
  return runs.length > 0 && runs.every(({ summary }) => energyPerOutputTokenJ(summary) === null)
}

function hasHeld(estimate: Estimate | null): boolean {
  return estimate !== null && estimate.kind !== 'below'
}

export function defaultOf({ candidates, tune }: TuneView): EstimatedCandidate | undefined {
  return candidateFor(
    candidates,
    tune.flags.map(() => 0),
  )
}

export function candidateFor(
  candidates: readonly EstimatedCandidate[],
  choice: readonly number[],
): EstimatedCandidate | undefined {
  return candidates.find((each) => choiceKey(each.choice) === choiceKey(choice))
}

/** Load at which a setting with this offset is certainly as good as the best; 0 without a best setting. */
export function floorOf({ best }: Pick<TuneView, 'best'>, offset: number): number {
  if (best?.estimate?.kind !== 'enclosed') return 0
  return Math.exp(best.estimate.log - 2 * best.estimate.error + best.offset - offset)
}
