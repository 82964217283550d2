// Judges the counted runs of one load point together (counted-runs.ts).
import { judgeRun } from './judge-run.ts'
import type { JudgedRun } from './judged-run.ts'
import { gradeOf, type Judgement, type Reason, reasonCodes } from '#core/model/run/judgement.ts'

type PointReason = Reason &
  Readonly<{
    /** Runs of the point that the reason applies to. */
    runs: number
  }>

export type PointJudgement = Pick<Judgement, 'grade' | 'isSaturated' | 'isHeldBack'> &
  Readonly<{
    /** Worst first; figures of the first run that the reason applies to. */
    reasons: readonly PointReason[]
    /** Number of judged runs. */
    runs: number
    /** Number of runs left out, because our own client limited them but not the others. */
    leftOut: number
  }>

/** Saturated, or held back, if most of the runs are. Null before any of them is judged. */
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
 * Runs of one load point that its figures and its judgement use. Omits runs that this client limited if there are others, because
 * such a run describes the client, not the server. Keeps failed and saturated runs, because they describe the server.
 */
export function countedRuns<Run extends JudgedRun>(runs: readonly Run[]): readonly Run[] {
  // Most points have one run, so judging it here for each figure would be wasted work.
  if (runs.length < 2) return runs
  const counted = runs.filter((run) => !isClientLimited(run))
  return counted.length === 0 ? runs : counted
}

export function isClientLimited(run: JudgedRun): boolean {
  return judgeRun(run)?.clientState === 'limited'
}
