// The judgement of a cell of a sweep, from its runs.
import { isDependable } from '#core/model/run/judgement.ts'
import { judgePoint, type PointJudgement } from '#core/judgement/judge-point.ts'
import { measuredRuns, isComplete, type CellResult } from './sweep-cells.ts'

/** Null before a run of it is judged. */
export function cellJudgement(cell: Pick<CellResult, 'rows'>): PointJudgement | null {
  return judgePoint(measuredRuns(cell))
}

/** Its runs all went to their end, and its figures describe the server under this load. */
export function isTrusted(cell: CellResult): boolean {
  const judgement = cellJudgement(cell)
  return isComplete(cell) && judgement !== null && isDependable(judgement)
}
