// Results of features that consist of runs: listed on Start, in the palette, and as groups in the list of results.
import type { StartRow } from '../start/start-rows.ts'
import type { RunGroup } from '../run/table/group-runs.ts'
import * as features from './features.ts'

type FeatureResult = Readonly<{
  row: StartRow
  isRunning: boolean
  hasRuns: boolean
}>

export type ResultSource = Readonly<{
  /** Newest first. */
  list: () => readonly FeatureResult[]
  /** Group of a run, null for a run of no such result. */
  groupOf: (runId: string) => RunGroup | null
}>

/** Called within a component. */
export type OpenResultSource = () => ResultSource

/** The sources of all features as one. */
export function useFeatureResults(): ResultSource {
  const sources = Object.values<OpenResultSource>(features).map((open) => open())
  return {
    list: () => sources.flatMap(({ list }) => list()),
    groupOf: (runId) =>
      sources.map(({ groupOf }) => groupOf(runId)).find((group) => group !== null) ?? null,
  }
}
