// The recommended next step after a run, derived from gaps in its figures.
import { judgeRun } from '#core/judgement/judge-run.ts'
import type { ReasonCode } from '#core/model/run/judgement.ts'
import type { Run } from '#core/model/run/run.ts'

/** `again`: it measured nothing that counts. `capacity`: find the highest load that the server sustains. */
export type RunStep = 'again' | 'calibrate' | 'longer' | 'capacity'

/** Reasons that a different or less busy client resolves. */
const ofClient: readonly ReasonCode[] = ['client-limited', 'client-strained']
/** Reasons that more requests resolve. */
const ofLength: readonly ReasonCode[] = [
  'stood-still',
  'not-steady',
  'pace-unsure',
  'imprecise',
  'too-few-samples',
]

export function runStep(run: Run): RunStep {
  const judgement = judgeRun(run)
  if (run.summary === null || run.summary.completed === 0) return 'again'
  if (judgement === null || judgement.isSaturated) return 'capacity'
  const codes = judgement.reasons.map(({ code }) => code)
  if (codes.some((code) => ofClient.includes(code))) return 'calibrate'
  if (judgement.grade === 'not-usable') return 'again'
  return codes.some((code) => ofLength.includes(code)) ? 'longer' : 'capacity'
}
