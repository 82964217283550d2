// Whose numbers a run holds: a real server's, the simulator's, or a file's from elsewhere.
import type { RunSummaryRow } from '#core/model/run/run.ts'

export const runSources = ['measured', 'simulated', 'imported'] as const

export type RunSource = (typeof runSources)[number]

export function runSource({
  imported,
  facts,
}: Pick<RunSummaryRow, 'imported' | 'facts'>): RunSource {
  if (imported !== null) return 'imported'
  return facts?.simulated === true ? 'simulated' : 'measured'
}
