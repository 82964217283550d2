// Sections that only some runs have, below the latencies of a run's page.
import type { Run } from '#core/model/run/run.ts'
import { probesSection } from './probes-section.ts'
import {
  diffusionSection,
  prefixCacheSection,
  specDecodeSection,
  wasteSection,
} from './server-sections.ts'
import type { RunSection, SectionOf } from './run-section.ts'
import { steadySection } from './steady-section.ts'
import { telemetrySection } from './telemetry-section.ts'

const sections: readonly SectionOf[] = [
  steadySection,
  probesSection,
  specDecodeSection,
  diffusionSection,
  prefixCacheSection,
  wasteSection,
  telemetrySection,
]

export function runSections({ summary, config }: Run): readonly RunSection[] {
  if (summary === null) return []
  return sections.flatMap((sectionOf) => sectionOf(summary, config) ?? [])
}
