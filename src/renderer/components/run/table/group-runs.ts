// Rows of the table of runs: single runs, and collapsible groups.
import type { RouteLocationRaw } from 'vue-router'
import type { RunSummaryRow } from '#core/model/run/run.ts'
import type { Mark } from '../../kit/tone.ts'

export type RunGroup = Readonly<{
  /** Unique among all groups. */
  key: string
  name: string
  /** Page of a result with the same runs; null if there is none. */
  to: RouteLocationRaw | null
  /** Label of the link to it, unless it is a sweep. */
  open?: string
  /** State of the result. */
  mark?: Mark
  /** Answer of the result in one line, once known. */
  answer?: string
}>

export type TableRow =
  | Readonly<{ kind: 'run'; run: RunSummaryRow; group: RunGroup | null }>
  | Readonly<{ kind: 'group'; group: RunGroup; runs: readonly RunSummaryRow[] }>

/** Groups are in the order of their first runs. Runs without a group keep their position among them. */
export function groupedRows(
  runs: readonly RunSummaryRow[],
  groupOf: (run: RunSummaryRow) => RunGroup | null,
  isOpen: (group: RunGroup) => boolean,
): readonly TableRow[] {
  const members = new Map<string, RunSummaryRow[]>()
  const heads = runs.flatMap((run): TableRow[] => {
    const group = groupOf(run)
    if (group === null) return [{ kind: 'run', run, group }]
    const known = members.get(group.key)
    if (known !== undefined) {
      known.push(run)
      return []
    }
    const first = [run]
    members.set(group.key, first)
    return [{ kind: 'group', group, runs: first }]
  })
  return heads.flatMap((row): TableRow[] => {
    if (row.kind === 'run' || !isOpen(row.group)) return [row]
    const { group } = row
    return [row, ...row.runs.map((run) => ({ kind: 'run' as const, run, group }))]
  })
}

/** Separator between the names of a sweep and its point; earlier versions wrote a colon. */
const separators = [' · ', ': ']

/** Name of a run below its group's header, which shows the name of the sweep. */
export function nameInGroup({ name }: RunSummaryRow, group: RunGroup | null): string {
  const prefix = separators
    .map((separator) => `${group?.name ?? ''}${separator}`)
    .find((beginning) => group !== null && name.startsWith(beginning))
  return name.slice(prefix?.length ?? 0)
}
