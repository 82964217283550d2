// The judgement of a run for the console, beside the compatible report.
import { judgeRun } from '#core/judgement/judge-run.ts'
import type { JudgedRun } from '#core/judgement/judged-run.ts'
import { judgementText, reasonText } from '#core/judgement/reason-text.ts'
import { message, type Text } from '#core/messages/message.ts'

/** The grade with every reason, worst first; then a line for each reason with its figures. */
export function judgementNote(run: JudgedRun): readonly Text[] {
  const judged = judgeRun(run)
  if (judged === null) return []
  const judgement = judgementText(judged)
  return [
    judged.loadState === 'burst'
      ? message('judgement.noteOfBurst', { judgement, state: message('judgement.load.burst') })
      : message('judgement.note', { judgement }),
    ...judged.reasons.map((reason) => message('common.indented', { text: reasonText(reason) })),
  ]
}
