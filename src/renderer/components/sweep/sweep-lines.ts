// Results of sweeps, each in one line.
import { bestAnswer, namedLine, sweepAnswers } from '#core/answers/sweep-answers.ts'
import type { Run } from '#core/model/run/run.ts'
import type { Sweep } from '#core/model/sweep.ts'
import { said } from '../../i18n/i18n.ts'

/** By sweep; runs of an unopened sweep may be missing, and then so is its result, unless it is stored. */
export function sweepLines(
  sweeps: readonly Sweep[],
  runs: Iterable<Run>,
): ReadonlyMap<string, string> {
  const bySweep = Map.groupBy(runs, ({ sweepId }) => sweepId ?? '')
  return new Map(
    sweeps.flatMap((sweep) => {
      const own = bySweep.get(sweep.id) ?? []
      const isKnown = own.length > 0 || sweep.answers.length > 0
      const best = isKnown ? bestAnswer(sweepAnswers(sweep, own)) : null
      return best === null ? [] : [[sweep.id, said(namedLine(best))] as const]
    }),
  )
}
