// A sweep over loads that were listed: one after the other, but none beyond a saturated one where that is not wanted.
import { saturatedBelow } from './saturated-below.ts'
import type { SweepStrategy } from './sweep-move.ts'

export const gridMove: SweepStrategy = (state) => {
  const { plan, points } = state.sweep
  const point = points.find(({ status }) => status === 'waiting')
  if (point === undefined) return { kind: 'end' }
  const saturated = plan.stopsWhenSaturated ? saturatedBelow(point, state) : null
  return saturated === null
    ? { kind: 'measure', point, reason: null }
    : { kind: 'skip', point, saturated }
}
