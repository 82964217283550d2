// Source of a run's numbers: a real server, the simulator, or an imported file.
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
