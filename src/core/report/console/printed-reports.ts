// Blocks that are printed after a run, in either layout.
import type { ReportLayout } from '#core/flags/output.ts'
import { consoleReport } from './console-report.ts'
import { conversationReport } from './conversation-report.ts'
import type { MeasuredRun } from '../../model/run/measured-run.ts'
import { steadyStateReport } from './steady-state-report.ts'
import { targetReport } from './target-report.ts'
import { wideConversationReport } from './wide-conversation-report.ts'
import { wideReport } from './wide-report.ts'

type PrintedRun = Pick<MeasuredRun, 'config' | 'summary'>

export const printedReports: Readonly<
  Record<ReportLayout, (run: PrintedRun) => readonly string[]>
> = {
  vllm: (run) =>
    reported([
      consoleReport(run),
      steadyStateReport(run, 'vllm'),
      conversationReport(run),
      targetReport(run),
    ]),
  'vllm-bench': (run) => {
    const conversations = wideConversationReport(run)
    if (conversations !== null) return reported([conversations, targetReport(run)])
    return reported([wideReport(run), steadyStateReport(run, 'vllm-bench'), targetReport(run)])
  },
}

function reported(blocks: readonly (string | null)[]): readonly string[] {
  return blocks.filter((block) => block !== null)
}
