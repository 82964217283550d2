// Results of a feature, as shown in lists.
import type { RunGroup } from '../run/table/group-runs.ts'
import type { StartRow } from '../start/start-rows.ts'

type FeatureResult = Readonly<{
  row: StartRow
  isRunning: boolean
  hasRuns: boolean
}>

export type ResultSource = Readonly<{
  /** Newest first. */
  list: () => readonly FeatureResult[]
  /** Group of a run; null if the run belongs to no such result. */
  groupOf: (runId: string) => RunGroup | null
}>

/** Must be called within a component. */
export type OpenResultSource = () => ResultSource
