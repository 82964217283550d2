// Decisions of a tuning as entries of a sweep's log: figures, from which a sentence is made.
import type { SweepLogEntry, SweepLogKind } from '#core/model/sweep-log.ts'
import type { SweepPlan } from '#core/model/sweep.ts'
import { flagsFor, flagsText } from '../sweep/server-start.ts'
import type { TuneDecision } from './tune-move.ts'
import { candidateFor, type TuneView } from './view.ts'

export type StoredDecision = Readonly<{ kind: SweepLogKind; values: SweepLogEntry['values'] }>

export function tuneDecisions(
  decisions: readonly TuneDecision[],
  view: TuneView,
): StoredDecision[] {
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
