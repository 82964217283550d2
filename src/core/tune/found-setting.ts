// The answer of a tuning in the form that is stored with its sweep, so that lists show it without its runs.
import type { FoundSetting } from '#core/model/found-setting.ts'
import type { FoundAnswer, Sweep, SweepStatus } from '#core/model/sweep.ts'
import type { SweepLogEntry } from '#core/model/sweep-log.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { judgeRun } from '#core/judgement/judge-run.ts'
import type { JudgedRun } from '#core/judgement/judged-run.ts'
import { believedRuns, storyIn } from './candidates.ts'
import { choiceKey } from './space.ts'
import { defaultOf, type EstimatedCandidate, type TuneView, tuneViewOf } from './view.ts'
import { tuneAnswerOf } from './tune-answer.ts'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'

export type MeasuredTuning = Readonly<{
  sweep: Pick<Sweep, 'plan' | 'points' | 'status'>
  summaries: ReadonlyMap<number, RunSummary>
  log: readonly SweepLogEntry[]
}>

/** Null for a sweep that is no tuning. */
export function measuredView({ sweep, summaries, log }: MeasuredTuning): TuneView | null {
  const { tune, search } = sweep.plan
  if (tune === null || search === null) return null
  return tuneViewOf({ sweep, summaries, ...storyIn(log) }, tune, search)
}

export function foundSettingOf(view: TuneView, status: SweepStatus): FoundSetting {
  const answer = tuneAnswerOf(view)
  const { best, isBetter, simplest, isClientLimited } = answer
  // Without the energy of its runs, what is maximised has no value.
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

/** The answers of a tuning with what it found by now in place of an earlier finding; as they are before its first run. */
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

/** Latencies that still grow at the end of short runs hold limits that they would break later. */
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

/** Probability of each setting with an enclosed capacity to be the best, by `choiceKey`. Sums to 1. */
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
