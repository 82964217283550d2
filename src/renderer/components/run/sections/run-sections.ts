// What only some runs have to tell: the sections below the latencies of a run's page.
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import type { Run } from '#core/model/run/run.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { TextValues } from '../../../i18n/i18n.ts'
import type { TextKey } from '../../../i18n/texts.ts'
import type { RunFigure } from '../run-figures.ts'
import { probesSection } from './probes-section.ts'
import { diffusionSection, prefixCacheSection, specDecodeSection } from './server-sections.ts'
import { steadySection } from './steady-section.ts'
import { telemetrySection } from './telemetry-section.ts'

export type RunSection = Readonly<{
  title: TextKey
  about: Readonly<{ key: TextKey; values: TextValues }>
  /** Why its figures may not stand for much. */
  doubt: TextKey | null
  figures: readonly RunFigure[]
}>

/** Null where a run has nothing to tell of it. */
export type SectionOf = (summary: RunSummary, config: BenchmarkConfig) => RunSection | null

const sections: readonly SectionOf[] = [
  steadySection,
  probesSection,
  specDecodeSection,
  diffusionSection,
  prefixCacheSection,
  telemetrySection,
]

export function runSections({ summary, config }: Run): readonly RunSection[] {
  if (summary === null) return []
  return sections.flatMap((sectionOf) => sectionOf(summary, config) ?? [])
}
