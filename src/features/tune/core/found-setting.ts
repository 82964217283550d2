// Answer of a tuning in the form that is stored with its sweep, so that lists show it without its runs.
import type { FoundSetting } from '#core/model/found-setting.ts'
import type { FoundAnswer, Sweep, SweepStatus } from '#core/model/sweep.ts'
import type { MeasuredTuning } from '#core/sweep/sweep-move.ts'
import { judgeRun } from '#core/judgement/judge-run.ts'
import type { JudgedRun } from '#core/judgement/judged-run.ts'
import { believedRuns, clientLimitedRuns, limitedRuns, storyIn } from './candidates.ts'
import { changedFlags, choiceKey } from './space.ts'
import { defaultOf, type EstimatedCandidate, type TuneView, tuneViewOf } from './view.ts'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { type Confirmation, confirmationOf, type ConfirmedCapacity } from './confirm.ts'
import { confirmedPair } from './tune-move.ts'

/** Null for a sweep that is not a tuning. */
export function measuredView({ sweep, summaries, log }: MeasuredTuning): TuneView | null {
  const { tune, search } = sweep.plan
  if (tune === null || search === null) return null
  return tuneViewOf({ sweep, summaries, ...storyIn(log) }, tune, search)
}

export function foundSettingOf(view: TuneView, status: SweepStatus): FoundSetting {
  const answer = tuneAnswerOf(view)
  const { best, isBetter, simplest, isClientLimited } = answer
  // Without the energy of its runs, the objective has no value.
  const { capacity, confirmation } = view.lacksEnergy
    ? { capacity: null, confirmation: null }
    : answer
  const sound = view.candidates.filter(({ hasFailed }) => !hasFailed)
  const base = defaultOf(view)
  const hasEnded = status === 'completed'
  return {
    kind: 'setting',
    ...{ best: best && [...best.choice], isBetter, capacity },
    confirmation: confirmation && {
      challenger: [...confirmation.challenger.choice],
      ...confirmation.found,
    },
    simplest: simplest && [...simplest.choice],
    chance: best === null ? null : (bestChances(view).get(choiceKey(best.choice)) ?? null),
    known: sound.filter(({ estimate }) => estimate?.kind === 'enclosed').length,
    floor: base === undefined || base.hasFailed ? null : base.answers,
    unsteady: confirmation === null ? null : unsteadyRuns(best),
    ...{ isClientLimited, lacksEnergy: view.lacksEnergy, unknownLimit: view.unknownLimit },
    ...{ hasEnded, isOpen: !hasEnded || sound.some(({ estimate }) => estimate?.kind !== 'below') },
  }
}

/** Answers of a tuning, with the current finding replacing an earlier one; unchanged before its first run. */
export function withFoundSetting(
  tuning: MeasuredTuning & Readonly<{ sweep: Sweep }>,
): FoundAnswer[] {
  const { answers, status } = tuning.sweep
  const view = measuredView(tuning)
  if (view === null || view.candidates.length === 0) return answers
  const answer = foundSettingOf(view, status)
  return [
    ...answers.filter((found) => found.answer.kind !== 'setting'),
    { server: 0, settings: answer.best ?? [], answer },
  ]
}

/** Latencies that still grow at the end of short runs meet limits that they would break later. */
function unsteadyRuns(best: EstimatedCandidate | null): FoundSetting['unsteady'] {
  const runs = best === null ? [] : believedRuns(best).filter(({ stage }) => stage === 'confirm')
  const isUnsteady = (run: JudgedRun) => {
    const judged = judgeRun(run)
    return judged?.isSaturated === true || judged?.loadState === 'not-steady'
  }
  const count = runs.filter(isUnsteady).length
  return count > runs.length * usualUnsteadyShare ? { count, runs: runs.length } : null
}

/** Near the capacity some runs are unsteady by chance. */
const usualUnsteadyShare = 0.5

const draws = 4000

/** Probability of each setting with a bracketed capacity to be the best, by `choiceKey`. Sums to 1. */
function bestChances({ candidates, plan }: TuneView): ReadonlyMap<string, number> {
  const sound = candidates.filter(
    ({ hasFailed, estimate }) => !hasFailed && estimate?.kind === 'enclosed',
  )
  const random = new NumpyRandomState(plan.config.seed)
  const wins = new Map<string, number>()
  for (let draw = 0; draw < draws && sound.length > 0; draw++) {
    const key = choiceKey(highest(sound, random).choice)
    wins.set(key, (wins.get(key) ?? 0) + 1 / draws)
  }
  return wins
}

function highest(
  sound: readonly EstimatedCandidate[],
  random: NumpyRandomState,
): EstimatedCandidate {
  const drawn = sound.map((known) => ({
    known,
    value: known.mean + known.deviation * random.gaussian(),
  }))
  const [first, ...others] = drawn
  if (first === undefined) throw new RangeError('There is no setting to draw.')
  return others.reduce((one, other) => (other.value > one.value ? other : one), first).known
}

export type TuneAnswer = Readonly<{
  /** Nothing was confirmed, and runs of the default or of the most promising setting reached the limit of the client. */
  isClientLimited: boolean
  /** Recommended setting; null if none met the limits. It is the default unless another is certainly better. */
  best: EstimatedCandidate | null
  isBetter: boolean
  /** Capacity of the recommended setting with its 95 % interval; null if nothing was confirmed and no run brackets it. */
  capacity: ConfirmedCapacity | null
  /** The default and the most promising other setting. */
  confirmation: Readonly<{ challenger: EstimatedCandidate; found: Confirmation }> | null
  /** Within `nearness` of the best by the model, with fewer changed flags; null if there is none. */
  simplest: EstimatedCandidate | null
}>

/** Relative difference that users consider equal. */
const nearness = 0.02

/** Result of a tuning, from all its measurements. */
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

/** Capacity from exploration runs; null if they do not bracket it. */
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
