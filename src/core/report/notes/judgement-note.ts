// The judgement of a run for the console, beside the compatible report.
import { judgeRun } from '#core/judgement/judge-run.ts'
import type { JudgedRun } from '#core/judgement/judged-run.ts'
import { loadStateTexts } from '#core/judgement/texts.ts'
import { judgementText, reasonText } from '#core/judgement/reason-text.ts'

/** The grade with every reason, worst first; then a line for each reason with its figures. */
export function judgementNote(run: JudgedRun): readonly string[] {
  const judgement = judgeRun(run)
  if (judgement === null) return []
  const { reasons, loadState } = judgement
  const state = loadState === 'burst' ? ` (${loadStateTexts.burst.toLowerCase()})` : ''
  return [
    `Verdict: ${judgementText(judgement)}${state}.`,
    ...reasons.map((reason) => `  ${reasonText(reason)}`),
  ]
}
