// What a sweep does next, from what is stored of it alone: after a crash it continues as if there had been none.
import type { RunSummary } from '../../model/run/run-summary.ts'
import type { SearchReason } from '../../model/sweep/sweep-search.ts'
import type { FoundAnswer, Sweep, SweepPoint } from '../../model/sweep/sweep.ts'

export type SweepState = Readonly<{
  sweep: Pick<Sweep, 'plan' | 'servers' | 'points' | 'answers'>
  /** Of the points that completed, by index. */
  summaries: ReadonlyMap<number, RunSummary>
}>

export type SweepMove =
  /** The point may be a new one, with the reason why it was chosen. */
  | Readonly<{ kind: 'measure'; point: SweepPoint; reason: SearchReason | null }>
  | Readonly<{ kind: 'skip'; point: SweepPoint; saturated: SweepPoint }>
  | Readonly<{ kind: 'answer'; found: FoundAnswer }>
  | Readonly<{ kind: 'end' }>

/** Where points come from. */
export type SweepStrategy = (state: SweepState) => SweepMove
