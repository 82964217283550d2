// The rows of the table of runs: runs alone, or under the heading of what they share.
import { grouped } from '#core/sweep/grouped.ts'
import type { RunSummaryRow } from '#core/model/run/run-summary-row.ts'

export type TableRow =
  | Readonly<{ kind: 'run'; run: RunSummaryRow }>
  | Readonly<{ kind: 'group'; key: string; count: number }>

/** Groups are in the order of their first runs; `keyOf` names what a run shares with others. */
export function groupedRows(
  runs: readonly RunSummaryRow[],
  keyOf: ((run: RunSummaryRow) => string) | null,
): readonly TableRow[] {
  if (keyOf === null) return runs.map((run) => ({ kind: 'run', run }))
  return [...grouped(runs, keyOf)].flatMap(([key, members]): TableRow[] => [
    { kind: 'group', key, count: members.length },
    ...members.map((run) => ({ kind: 'run' as const, run })),
  ])
}
