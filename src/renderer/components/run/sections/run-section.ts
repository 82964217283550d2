// A section of a run's page: a title, a sentence and figures.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { FillValues, TextKey } from '../../../i18n/i18n.ts'
import type { RunMetric } from '../run-figures.ts'

export type RunSection = Readonly<{
  title: TextKey
  about: Readonly<{ key: TextKey; values: FillValues }>
  /** Reason why its figures are of limited value. */
  issue: TextKey | null
  figures: readonly RunMetric[]
}>

/** Null if the run has no data for it. */
export type SectionOf = (summary: RunSummary, config: BenchmarkConfig) => RunSection | null
