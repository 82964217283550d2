// Blocks that are printed after a run, in either layout.
import type { ReportLayout } from '#core/flags/output.ts'
import { contentsOf } from '#core/compat/compat-profile-of.ts'
import { tableText } from '#core/documents/table.ts'
import { consoleReport } from './console-report.ts'
import { conversationReport } from './conversation-report.ts'
import * as features from './features.ts'
import type { MeasuredRun } from '../../model/run/measured-run.ts'
import { banner, footer } from './report-layout.ts'
import type { RunPart } from './run-part.ts'
import { steadyStateReport } from './steady-state-report.ts'
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
      ...printedParts(run),
    ]),
  'vllm-bench': (run) => {
    const conversations = wideConversationReport(run)
    if (conversations !== null) return reported([conversations, ...printedParts(run)])
    return reported([wideReport(run), steadyStateReport(run, 'vllm-bench'), ...printedParts(run)])
  },
}

/** Empty if the run has no parts. */
export function runParts(run: PrintedRun): readonly RunPart[] {
  const parts = Object.values<(run: PrintedRun) => RunPart | null>(features)
  return parts.flatMap((partOf) => partOf(run) ?? [])
}

/** Parts that the client of the compatibility profile reports. */
export function reportedParts(run: PrintedRun): readonly RunPart[] {
  return contentsOf(run.config).keys.includes('[targets]') ? runParts(run) : []
}

function printedParts(run: PrintedRun): readonly string[] {
  return reportedParts(run).map(({ banner: title, table }) =>
    [banner(title, '='), tableText(table, 'en'), footer].join('\n'),
  )
}

function reported(blocks: readonly (string | null)[]): readonly string[] {
  return blocks.filter((block) => block !== null)
}
