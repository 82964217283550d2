// Groups of runs that belong to a result of a feature.
import type { RunGroup } from '../run/table/group-runs.ts'

/** Called once by the list; returns the group of a run, null for a run of no such result. */
export type ResultGroups = () => (runId: string) => RunGroup | null
