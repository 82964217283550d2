// A sweep over loads alone, as one curve of single runs.
import { judgeCurve, type CurveVerdict, type FinishedPoint } from './judge-curve.ts'

/** `points` in the order they ran; null where there is nothing to judge yet. */
export function judgeSweep(points: readonly (FinishedPoint | null)[]): CurveVerdict {
  return judgeCurve(points.map((point) => (point === null ? [] : [point])))
}
