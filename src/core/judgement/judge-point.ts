// Judges the runs of one load point together: those that count (counted-runs.ts).
import { judgeRun } from './judge-run.ts'
import type { JudgedRun } from './judged-run.ts'
import { gradeOf, type Judgement, type Reason, reasonCodes } from '#core/model/run/judgement.ts'

type PointReason = Reason &
  Readonly<{
    /** Runs of the point that it applies to. */
    runs: number
  }>

export type PointJudgement = Pick<Judgement, 'grade' | 'isSaturated' | 'isHeldBack'> &
  Readonly<{
    /** Worst first; figures of the first run it applies to. */
    reasons: readonly PointReason[]
    /** Runs that were judged. */
    runs: number
    /** Runs that were left out, because our own client limited them and not the others. */
    leftOut: number
  }>

/** Saturated, or held back, if most of the runs are. Null before one of them is judged. */
export function judgePoint(runs: readonly JudgedRun[]): PointJudgement | null {
  const counted = countedRuns(runs)
  const judgements = counted.flatMap((run) => judgeRun(run) ?? [])
  if (judgements.length === 0) return null
  const reasons = reasonCodes.flatMap((code): PointReason[] => {
    const raised = judgements.flatMap((one) => one.reasons.filter((reason) => reason.code === code))
    const [first] = raised
    return first === undefined ? [] : [{ ...first, runs: raised.length }]
  })
  const isOfMost = (of: 'isSaturated' | 'isHeldBack') =>
    judgements.filter((one) => one[of]).length * 2 > judgements.length
  return {
    grade: gradeOf(reasons.map(({ code }) => code)),
    isSaturated: isOfMost('isSaturated'),
    isHeldBack: isOfMost('isHeldBack'),
    reasons,
    runs: judgements.length,
    leftOut: runs.length - counted.length,
  }
}

/**
 * Runs of one load point that its figures and its judgement use. Leaves out those that this client limited if there are
 * others, because such a run describes the client and its repeat the server. A failed or saturated run stays, because it
 * describes the server.
 */
export function countedRuns<Run extends JudgedRun>(runs: readonly Run[]): readonly Run[] {
  // Most points have one run; judging it here for each of its figures would cost without a use.
  if (runs.length < 2) return runs
  const counted = runs.filter((run) => !isClientLimited(run))
  return counted.length === 0 ? runs : counted
}

export function isClientLimited(run: JudgedRun): boolean {
  return judgeRun(run)?.clientState === 'limited'
}
