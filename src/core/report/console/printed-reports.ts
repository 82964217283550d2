// Blocks that are printed after a run, in either layout.
import type { ReportLayout } from '#core/flags/output.ts'
import { tableText } from '#core/documents/table.ts'
import { consoleReport } from './console-report.ts'
import { conversationReport } from './conversation-report.ts'
import { banner, footer } from './report-layout.ts'
import type { PrintedRun } from './run-part.ts'
import { partTables, reportedParts } from './run-parts.ts'
import { steadyStateReport } from './steady-state-report.ts'
import { wideConversationReport } from './wide-conversation-report.ts'
import { wideReport } from './wide-report.ts'

export const printedReports: Readonly<
  Record<ReportLayout, (run: PrintedRun) => readonly string[]>
> = {
  vllm: (run) =>
    reported([
      consoleReport(run),
      steadyStateReport(run, 'vllm'),
      conversationReport(run),
      ...printedTables(run),
    ]),
  'vllm-bench': (run) => {
    const conversations = wideConversationReport(run)
    if (conversations !== null) return reported([conversations, ...printedTables(run)])
    return reported([wideReport(run), steadyStateReport(run, 'vllm-bench'), ...printedTables(run)])
  },
}

function printedTables(run: PrintedRun): readonly string[] {
  return partTables(run, reportedParts(run)).flatMap(({ banner: title, table }) =>
    title === undefined ? [] : [[banner(title, '='), tableText(table, 'en'), footer].join('\n')],
  )
}

function reported(blocks: readonly (string | null)[]): readonly string[] {
  return blocks.filter((block) => block !== null)
}
