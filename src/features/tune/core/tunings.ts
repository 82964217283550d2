// Tunings as the base runs them: moves, answers, budget and file.
import { message } from '#core/messages/message.ts'
import { capacityAnswer } from '#core/sweep/search/capacity-answer.ts'
import type { SearchedAnswer, SweepPlan } from '#core/model/sweep.ts'
import { cellKey } from '#core/sweep/configurations.ts'
import { exploring } from '#core/sweep/search/findings.ts'
import { fitLoads } from '#core/sweep/search/load-fit.ts'
import { flagsFor, flagsText } from '#core/sweep/server-start.ts'
import {
  cellAt,
  isAnswered,
  placeOf,
  type StoredDecision,
  type SweepStrategy,
  type Tunings,
} from '#core/sweep/sweep-move.ts'
import { believedRuns, storyIn } from './candidates.ts'
import { withFoundSetting } from './found-setting.ts'
import { confirmedPair, type TuneDecision, tuneMove } from './tune-move.ts'
import { tuneTime } from './tune-time.ts'
import { candidateFor, type EstimatedCandidate, type TuneView, tuneViewOf } from './view.ts'
import { tuneFileContents } from './file/write-tune-file.ts'

/** Chooses settings and loads during the sweep. */
const move: SweepStrategy = (state) => {
  const { plan, points } = state.sweep
  const { tune, search } = plan
  const waiting = points.find(({ status }) => status === 'waiting')
  if (waiting !== undefined) return { kind: 'measure', point: waiting, reason: null }
  if (tune === null || search === null) return { kind: 'end' }
  const view = tuneViewOf({ ...state, ...storyIn(state.log ?? []) }, tune, search)
  const next = tuneMove(view)
  if (next.kind === 'end') {
    const found = foundCapacities(view).find((each) => !isAnswered(each, state.sweep.answers))
    return found === undefined ? next : { kind: 'answer', found }
  }
  const configuration = { server: 0, settings: [...next.choice] }
  const cell = cellAt(plan, configuration, next.load)
  const repeat = points.filter((point) => cellKey(point) === cellKey(cell)).length
  const point = { ...cell, repeat, ...placeOf(configuration, points), stage: next.stage }
  const decisions = tuneDecisions(next.decisions, view)
  return { kind: 'measure', point, reason: next.reason, decisions }
}

/** The default and the best other setting, from all their runs; only the best if nothing was confirmed. */
function foundCapacities(view: TuneView): SearchedAnswer[] {
  const pair = confirmedPair(view)
  const settings = pair === null ? [view.best] : [pair.default, pair.best]
  return settings.flatMap((known) => (known === null ? [] : [foundCapacity(view, known)]))
}

function foundCapacity(
  { plan: { limits }, search }: TuneView,
  known: EstimatedCandidate,
): SearchedAnswer {
  const believed = believedRuns(known)
  const fit = fitLoads(limits, believed, exploring)
  const runs = known.tried.length
  const ending = known.estimate?.kind === 'enclosed' ? 'precise' : 'budget-used-up'
  const answer = capacityAnswer({ limits, search, fit, believed, runs, ending })
  return { server: 0, settings: [...known.choice], answer }
}

function tuneDecisions(decisions: readonly TuneDecision[], view: TuneView): StoredDecision[] {
  return decisions.map((decision) => ({ kind: decision.kind, values: valuesOf(decision, view) }))
}

function valuesOf(decision: TuneDecision, view: TuneView): StoredDecision['values'] {
  if (decision.kind === 'setting-chosen') {
    const { choice, why, expected, failure } = decision.proposal
    return {
      ...named(view.plan, choice),
      why,
      ...(expected !== null && { expected: figure(expected) }),
      ...(failure > 0 && { failure: figure(failure) }),
    }
  }
  const flags = named(view.plan, decision.choice)
  if (decision.kind !== 'setting-left') return flags
  const estimate = candidateFor(view.candidates, decision.choice)?.estimate ?? null
  const { best } = view
  return {
    ...flags,
    why: decision.end,
    ...(estimate !== null && { capacity: figure(Math.exp(estimate.log)) }),
    ...(best !== null && { best: figure(Math.exp(best.mean - best.offset)) }),
  }
}

/** Empty for the defaults. */
function named(plan: Pick<SweepPlan, 'axes'>, choice: readonly number[]): { flags: string } {
  return { flags: flagsText(flagsFor(plan, { settings: [...choice] })) }
}

function figure(value: number): number {
  return Number(value.toPrecision(3))
}

export const tunings: Tunings = {
  move,
  answers: withFoundSetting,
  budget(...asked) {
    const { seconds, starts, mostRuns } = tuneTime(...asked)
    return { seconds: seconds.most, starts, runs: mostRuns }
  },
  refusal: (count) => (count === 1 ? null : message('tune.compose.oneServer', { count })),
  contents: tuneFileContents,
}
