// The runs of one load point that its figures and its judgement are made of.
import { judgeRun } from './judge-run.ts'
import type { JudgedRun } from './judged-run.ts'

/**
 * Without those that our own client limited, where there are others: such a run describes the client, and its repeat
 * describes the server. A run that failed or saturated stays: it describes the server.
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
