// Report of a finished tuning as data, for console, JSON and pages.
import type { Text } from '#core/messages/message.ts'
import type { TuneObjective } from '#core/model/sweep.ts'
import { loggedText, type LoggedValues, type SweepLogEntry } from '#core/model/sweep-log.ts'
import type { FoundSetting } from '#core/model/found-setting.ts'
import type { Interval } from '#core/stats/certainty/interval.ts'
import type { AnswerCheck } from './answers.ts'
import type { Cost } from './cost.ts'
import { defaultOf, type EstimatedCandidate, type TuneView } from './view.ts'
import type { MeasuredTuning } from '#core/sweep/sweep-move.ts'
import { foundSettingOf, measuredView } from './found-setting.ts'
import { worthFigure } from './tune-text.ts'
import { PythonRandom } from '#core/random/python-random.ts'
import { poolOf } from './pool.ts'
import { hasEffect, placeOf } from './space.ts'

export type FailedSetting = Readonly<{
  choice: readonly number[]
  /** Error of the server or the run; empty if there is none. */
  why: Text
}>

/** A setting as measured during exploration. The answer does not depend on these estimates. */
export type TunedSetting = Readonly<{
  choice: readonly number[]
  /** From its runs and the model; null if no run encloses it. */
  capacity: number | null
  interval: Interval | null
  /** Value of the objective, when the objective is not capacity; not logarithmic. */
  worth: number | null
  runs: number
  answers: AnswerCheck | null
}>

export type TuneReport = Readonly<{
  name: string
  objective: TuneObjective
  over: 'requestRate' | 'maxConcurrency'
  answer: FoundSetting
  effects: readonly MainEffect[]
  /** The default, then settings by descending capacity; excludes failed settings. */
  settings: readonly TunedSetting[]
  failed: readonly FailedSetting[]
  tried: number
  spent: Cost
}>

/** Null for a sweep that is not a tuning. */
export function tuneReportOf(tuning: MeasuredTuning): TuneReport | null {
  const view = measuredView(tuning)
  if (view === null) return null
  const { sweep, log } = tuning
  return {
    ...{ name: sweep.plan.name, objective: view.tune.objective, over: view.search.over },
    answer: foundSettingOf(view, sweep.status),
    effects: mainEffects(view),
    settings: settingsOf(view),
    failed: view.candidates
      .filter(({ hasFailed }) => hasFailed)
      .map(({ choice, points }) => ({ choice, why: whyFailed(log, points) })),
    ...{ tried: view.candidates.length, spent: view.spent },
  }
}

function settingsOf(view: TuneView): TunedSetting[] {
  const base = defaultOf(view)
  const rank = (known: EstimatedCandidate) => (known === base ? Infinity : known.mean)
  return view.candidates
    .filter(({ hasFailed }) => !hasFailed)
    .toSorted((one, other) => rank(other) - rank(one))
    .map(({ choice, estimate, tried, answers, mean, deviation, offset }) => {
      const isEnclosed = estimate?.kind === 'enclosed'
      const at = (errors: number) => Math.exp(mean - offset + errors * deviation)
      const isOwn = view.tune.objective === 'capacity'
      return {
        worth: isOwn || !isEnclosed ? null : worthFigure(view.plan, mean),
        ...{ choice, runs: tried.length, answers },
        capacity: isEnclosed ? at(0) : null,
        interval: isEnclosed ? { low: at(-sureErrors), high: at(sureErrors) } : null,
      }
    })
}

const sureErrors = 1.96

function whyFailed(log: readonly SweepLogEntry[], points: readonly number[]): Text {
  const reported = log.findLast(
    ({ kind, point, values: { index, message, reason } }) =>
      (kind === 'server-failed' && points.includes(Number(index)) && message !== undefined) ||
      (kind === 'point-ended' && point !== null && points.includes(point) && reason !== undefined),
  )
  const { message, reason = '' }: LoggedValues = { ...reported?.values, ...reported?.texts }
  return loggedText(message ?? reason)
}

/** Effect of a flag value on the capacity, averaged over the other flags, by the model of the tuning. */
type MainEffect = Readonly<{
  axis: number
  position: number
  /** Capacity with this value ÷ with the default − 1, and its 95 % interval. */
  value: number
  interval: Interval
  /** Number of measured settings with this value. */
  measured: number
}>

/** Number of settings of the other flags in the average. */
const averaged = 24

/** One effect for each measured value other than the default. */
function mainEffects(view: TuneView): MainEffect[] {
  const { model, tune, plan, candidates } = view
  if (model === null) return []
  const order = [...poolOf(plan, tune)]
  new PythonRandom(plan.config.seed).shuffle(order)
  return tune.flags.flatMap((flag, axis) => {
    const around = order.filter((choice) => hasEffect(flag, choice)).slice(0, averaged)
    const at = (position: number) =>
      around.map((choice) => placeOf(tune.flags, choice.with(axis, position)))
    return flag.numbers.slice(1).flatMap((_, index): MainEffect[] => {
      const position = index + 1
      const measured = candidates.filter(
        ({ choice, hasFailed }) => choice[axis] === position && !hasFailed,
      ).length
      if (measured === 0) return []
      const { mean, deviation } = model.contrast(at(position), at(0))
      const end = (sign: number) => Math.expm1(mean + sign * sureErrors * deviation)
      const interval = { low: end(-1), high: end(1) }
      return [{ axis, position, value: Math.expm1(mean), interval, measured }]
    })
  })
}
