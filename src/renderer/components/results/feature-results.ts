// Results of features that consist of runs: listed on the start page, in the palette, and as groups in the list of results.
import * as features from './features.ts'
import type { OpenResultSource, ResultSource } from './result-source.ts'

/** The sources of all features, merged. */
export function useFeatureResults(): ResultSource {
  const sources = Object.values<OpenResultSource>(features).map((open) => open())
  return {
    list: () => sources.flatMap(({ list }) => list()),
    groupOf: (runId) =>
      sources.map(({ groupOf }) => groupOf(runId)).find((group) => group !== null) ?? null,
  }
}
