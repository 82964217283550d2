// The main figures of a run's page: volume and speed.
import { backendTraits } from '#core/backends/backend-traits.ts'
import { leadBy, scalarOf, scalarsWith, type ScalarWith } from '#core/metrics/scalar-names.ts'
import type { Run } from '#core/model/run/run.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { cutOff, genuineFailures } from '#core/stats/genuine-failures.ts'
import { formatCount, formatNumber, formatShare } from '#core/base/numbers.ts'
import { type FillValues, formatDuration, formatLatency, type TextKey } from '../../i18n/i18n.ts'

export type RunMetric = Readonly<{
  name: TextKey
  values?: FillValues
  value: number | null
  format: (value: number | null | undefined) => string
  unit: string
}>

export function count(name: TextKey, value: number | null): RunMetric {
  return { name, value, format: formatCount, unit: '' }
}

export function speed(name: TextKey, value: number | null, unit = ''): RunMetric {
  return { name, value, format: formatNumber, unit }
}

export function scalar(name: ScalarWith<'page'>, value: number | null): RunMetric {
  const { unit, page } = scalarOf(name)
  return { name: `metrics.${name}.title`, value, format: formats[page?.format ?? 'number'], unit }
}

const formats = {
  count: formatCount,
  number: formatNumber,
  duration: formatDuration,
  share: formatShare,
} as const

export function latency(name: TextKey, ms: number | null, values: FillValues = {}): RunMetric {
  return { name, values, value: ms, format: formatLatency, unit: 'ms' }
}

/** Figure of a fraction of 1. */
export function share(name: TextKey, value: number | null, values: FillValues = {}): RunMetric {
  return { name, values, value, format: formatShare, unit: '' }
}

const order = leadBy(
  [
    ...(['completed', 'failed', 'durationS', 'requestThroughput', 'requestGoodput'] as const),
    ...(['outputThroughput', 'totalTokenThroughput'] as const),
    ...(['maxOutputTokensPerS', 'peakConcurrency'] as const),
  ],
  scalarsWith('page'),
  (name) => scalarOf(name).page?.after,
)

export function runFigures({ config, summary }: Pick<Run, 'config' | 'summary'>): RunMetric[] {
  if (summary === null) return []
  const asked = backendTraits[config.backend].task
  return order
    .filter((name) => ['any', asked].includes(scalarOf(name).task))
    .flatMap((name) => (name === 'failed' ? failures(summary) : figureOf(name, summary)))
}

/** Empty if no request completed, because most figures are then meaningless. */
function figureOf(name: ScalarWith<'page'>, summary: RunSummary): RunMetric[] {
  const { page } = scalarOf(name)
  const value = summary[name]
  if (value === page?.leftOutAt) return []
  const isKnown = summary.completed > 0 || page?.isAlwaysKnown === true
  return [scalar(name, isKnown ? value : null)]
}

/** Requests cut short by a cancelled run did not fail. */
function failures(summary: RunSummary): RunMetric[] {
  const cut = cutOff(summary)
  return [
    scalar('failed', genuineFailures(summary)),
    ...(cut === 0 ? [] : [count('metrics.cutOff.title', cut)]),
  ]
}
