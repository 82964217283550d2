// Probes: what a light user of the loaded server saw.
import { latencyLabels } from '#core/metrics/latencies.ts'
import { count, latency } from '../run-figures.ts'
import type { SectionOf } from './run-section.ts'

export const probesSection: SectionOf = ({ probes }, { probeRequestRate }) => {
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
