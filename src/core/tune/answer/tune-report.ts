// Everything a tuning has to say at its end, as data: console, JSON and pages say this.
import type { Sweep } from '#core/model/sweep/sweep.ts'
import type { SweepLogEntry } from '#core/model/sweep/sweep-log.ts'
import type { TuneObjective } from '#core/model/sweep/tune.ts'
import type { Run } from '#core/model/run/run.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { UnknownLimit } from '../../sweep/limits.ts'
import { flagsFor, flagsText } from '../../sweep/server-start.ts'
import type { Interval } from '#core/stats/certainty/interval.ts'
import { judgeRun } from '#core/judgement/judge-run.ts'
import type { JudgedRun } from '#core/judgement/judged-run.ts'
import { believedRuns, storyIn } from '../candidates.ts'
import type { AnswerCheck } from '../answers.ts'
import type { Cost } from '../cost.ts'
import { choiceKey } from '../space.ts'
import { defaultOf, type Known, tuneViewOf, type TuneView } from '../view.ts'
import { bestChances } from './best-chances.ts'
import { mainEffects, type MainEffect } from './main-effects.ts'
import { worthFigure } from '../worth.ts'
import { tuneAnswerOf, type TuneAnswer } from './tune-answer.ts'

export type FailedSetting = Readonly<{
  choice: readonly number[]
  /** As the server or the run reported it; empty where neither did. */
  why: string
}>

/** A setting as it was measured on the way: estimates that the answer does not rest on. */
export type TunedSetting = Readonly<{
  choice: readonly number[]
  /** By its runs and the model; null where no run encloses it. */
  capacity: number | null
  interval: Interval | null
  /** What is maximised, where that is not the capacity; as people compare it. */
  worth: number | null
  runs: number
  answers: AnswerCheck | null
}>

export type TuneReport = Readonly<{
  name: string
  objective: TuneObjective
  /** No GPU reported its power, which the objective needs. */
  lacksEnergy: boolean
  /** No run showed the figure of a limit. */
  unknownLimit: UnknownLimit | null
  /** No further runs will be measured. */
  hasEnded: boolean
  /** It has not run to its end, or a setting held the limits at every load: more runs can find an answer. */
  isOpen: boolean
  over: 'requestRate' | 'maxConcurrency'
  answer: TuneAnswer
  /** That the setting to use is the best of those measured; null where there is none. */
  chance: number | null
  /** Of the runs that confirm the setting to use, those of which the server was not in its steady state; null where few are. */
  unsteady: Readonly<{ count: number; runs: number }> | null
  effects: readonly MainEffect[]
  /** The default, then those with the highest capacity; without those that failed. */
  settings: readonly TunedSetting[]
  failed: readonly FailedSetting[]
  tried: number
  spent: Cost
}>

type Ended = Readonly<{
  sweep: Sweep
  summaries: ReadonlyMap<number, RunSummary>
  log: readonly SweepLogEntry[]
}>

/** By index of its point; of the points that completed. */
export function summariesOf(
  { points }: Pick<Sweep, 'points'>,
  runs: Iterable<Pick<Run, 'id' | 'summary'>>,
): ReadonlyMap<number, RunSummary> {
  const byId = new Map(Array.from(runs, ({ id, summary }) => [id, summary]))
  return new Map(
    points.flatMap(({ index, status, runId }) => {
      const summary = status === 'completed' ? (byId.get(runId ?? '') ?? null) : null
      return summary === null ? [] : [[index, summary] as const]
    }),
  )
}

/** Null for a sweep that is no tuning. */
export function tuneReportOf({ sweep, summaries, log }: Ended): TuneReport | null {
  const { plan } = sweep
  const { tune, search } = plan
  if (tune === null || search === null) return null
  const view = tuneViewOf({ sweep, summaries, ...storyIn(log) }, tune, search)
  const answer = tuneAnswerOf(view)
  const chances = bestChances(view)
  return {
    ...{ name: plan.name, objective: tune.objective, over: search.over, answer },
    lacksEnergy: view.lacksEnergy,
    unknownLimit: view.unknownLimit,
    hasEnded: sweep.status === 'completed',
    isOpen:
      sweep.status !== 'completed' ||
      view.candidates.some(({ hasFailed, estimate }) => !hasFailed && estimate?.kind !== 'below'),
    chance: answer.best === null ? null : (chances.get(choiceKey(answer.best.choice)) ?? null),
    unsteady: answer.confirmation === null ? null : unsteadyRuns(answer.best),
    effects: mainEffects(view),
    settings: settingsOf(view),
    failed: view.candidates
      .filter(({ hasFailed }) => hasFailed)
      .map(({ choice, points }) => ({ choice, why: whyFailed(log, points) })),
    ...{ tried: view.candidates.length, spent: view.spent },
  }
}

/** Latencies that still grow at the end of short runs hold limits that they would break later. */
function unsteadyRuns(best: Known | null): TuneReport['unsteady'] {
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

function settingsOf(view: TuneView): TunedSetting[] {
  const base = defaultOf(view)
  const rank = (known: Known) => (known === base ? Infinity : known.mean)
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

function whyFailed(log: readonly SweepLogEntry[], points: readonly number[]): string {
  const reported = log.findLast(
    ({ kind, point, values: { index, message, reason } }) =>
      (kind === 'server-failed' && points.includes(Number(index)) && message !== undefined) ||
      (kind === 'point-ended' && point !== null && points.includes(point) && reason !== undefined),
  )
  return String(reported?.values['message'] ?? reported?.values['reason'] ?? '')
}

/** `--max-num-seqs 64`; empty for the defaults. */
export function choiceText(plan: Pick<Sweep['plan'], 'axes'>, choice: readonly number[]): string {
  return flagsText(flagsFor(plan, { settings: [...choice] }))
}
