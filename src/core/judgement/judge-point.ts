// Judges the runs of one load point together: those that count (counted-runs.ts).
import { countedRuns } from './counted-runs.ts'
import { judgeRun } from './judge-run.ts'
import type { JudgedRun } from './judged-run.ts'
import { gradeOf, reasonCodes, type Judgement, type Reason } from './judgement.ts'

type PointReason = Reason &
  Readonly<{
    /** Runs of the point it applies to. */
    runs: number
  }>

export type PointJudgement = Pick<Judgement, 'grade' | 'isSaturated'> &
  Readonly<{
    /** Worst first; figures of the first run it applies to. */
    reasons: readonly PointReason[]
    /** Runs that were judged. */
    runs: number
    /** Runs that were left out, because our own client limited them and not the others. */
    leftOut: number
  }>

/** Saturated where most of the runs are. Null before one of them is judged. */
export function judgePoint(runs: readonly JudgedRun[]): PointJudgement | null {
  const counted = countedRuns(runs)
  const judgements = counted.flatMap((run) => judgeRun(run) ?? [])
  if (judgements.length === 0) return null
  const reasons = reasonCodes.flatMap((code): PointReason[] => {
    const raised = judgements.flatMap((one) => one.reasons.filter((reason) => reason.code === code))
    const [first] = raised
    return first === undefined ? [] : [{ ...first, runs: raised.length }]
  })
  const saturated = judgements.filter(({ isSaturated }) => isSaturated).length
  return {
    grade: gradeOf(reasons.map(({ code }) => code)),
    isSaturated: saturated * 2 > judgements.length,
    reasons,
    runs: judgements.length,
    leftOut: runs.length - counted.length,
  }
}
