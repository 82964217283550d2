// Capacities of the settings that a tuning confirmed, in the format of searches, for windows and reports of sweeps.
import type { SearchedAnswer } from '#core/model/sweep.ts'
import { capacityAnswer } from '#core/sweep/search/capacity-answer.ts'
import { exploring } from '#core/sweep/search/findings.ts'
import { fitLoads } from '#core/sweep/search/load-fit.ts'
import { believedRuns } from './candidates.ts'
import { confirmedPair } from './tune-move.ts'
import type { EstimatedCandidate, TuneView } from './view.ts'

/** The default and the best other setting, by all their runs; the best alone if nothing was confirmed. */
export function foundCapacities(view: TuneView): SearchedAnswer[] {
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
