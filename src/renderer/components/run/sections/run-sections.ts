// Sections that only some runs have, below the latencies of a run's page.
import type { Run } from '#core/model/run/run.ts'
import {
  diffusionSection,
  prefixCacheSection,
  specDecodeSection,
  wasteSection,
} from './server-sections.ts'
import type { RunSection, SectionOf } from './run-section.ts'
import { steadySection } from './steady-section.ts'
import { telemetrySection } from './telemetry-section.ts'
import { latencyLabels } from '#core/metrics/latencies.ts'
import { count, latency } from '../run-figures.ts'

// Probes: what a light user of the loaded server saw.
const probesSection: SectionOf = ({ probes }, { probeRequestRate }) => {
  if (probes === null) return null
  const { completed, failed, e2el } = probes
  const metric = latencyLabels.e2el
  return {
    title: 'run.probes.title',
    about: { key: 'run.probes.about', values: { rate: probeRequestRate } },
    issue: null,
    figures: [
      count('metrics.completed.title', completed),
      count('metrics.failed.title', failed),
      latency('run.figure.medianOf', e2el?.medianMs ?? null, { metric }),
      latency('run.figure.percentileOf', e2el?.p99Ms ?? null, { metric, percentile: 99 }),
      latency('run.probes.most', e2el?.maxMs ?? null),
    ],
  }
}

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
