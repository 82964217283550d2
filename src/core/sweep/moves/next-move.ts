// What a sweep does next: where its points come from is a matter of its plan.
import { gridMove } from './grid-move.ts'
import { searchMove } from './search-move.ts'
import type { SweepMove, SweepState } from './sweep-move.ts'

export function nextMove(state: SweepState): SweepMove {
  const strategy = state.sweep.plan.search === null ? gridMove : searchMove
  return strategy(state)
}
