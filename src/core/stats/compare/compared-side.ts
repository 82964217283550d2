// What one side of a comparison is worth: whether its figures may be compared at all.
import { judgePoint } from '#core/judgement/judge-point.ts'
import type { JudgedRun } from '#core/judgement/judged-run.ts'
import { reasonGrades, type ReasonCode } from '#core/judgement/judgement.ts'

export type ComparedSide = Readonly<{
  isUsable: boolean
  /** Its latencies depend on how long the load lasted. */
  isSaturated: boolean
  /** What makes it unusable, worst first. */
  reasons: readonly ReasonCode[]
}>

/** Of the runs of one side together. */
export function comparedSide(runs: readonly JudgedRun[]): ComparedSide {
  const judgement = judgePoint(runs)
  const codes = judgement?.reasons.map(({ code }) => code) ?? []
  return {
    isUsable: judgement?.grade !== 'not-usable',
    isSaturated: judgement?.isSaturated ?? false,
    reasons: codes.filter((code) => reasonGrades[code] === 'not-usable'),
  }
}
