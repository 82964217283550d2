// The figures at the head of a run's page: how much was done, and how fast.
import { backendTraits } from '#core/model/benchmark/backend-traits.ts'
import { figureTraits, type ThroughputFigure } from '#core/model/figures/figure-traits.ts'
import type { Run } from '#core/model/run/run.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { TaskName } from '#core/model/benchmark/task-traits.ts'
import { cutOff, genuineFailures } from '#core/stats/genuine-failures.ts'
import { formatCount, formatNumber, formatShare } from '#core/format/numbers.ts'
import { formatDuration, formatLatency } from '../../format/times.ts'
import type { TextValues } from '../../i18n/i18n.ts'
import type { TextKey } from '../../i18n/texts.ts'

export type RunFigure = Readonly<{
  name: TextKey
  values?: TextValues
  value: number | null
  format: (value: number | null | undefined) => string
  unit: string
}>

export function count(name: TextKey, value: number | null): RunFigure {
  return { name, value, format: formatCount, unit: '' }
}

export function speed(name: TextKey, value: number | null, unit: string): RunFigure {
  return { name, value, format: formatNumber, unit }
}

export function throughput(name: ThroughputFigure, value: number | null): RunFigure {
  return speed(`run.figure.${name}`, value, figureTraits[name].unit)
}

export function latency(name: TextKey, ms: number | null, values: TextValues = {}): RunFigure {
  return { name, values, value: ms, format: formatLatency, unit: 'ms' }
}

/** Of 1. */
export function share(name: TextKey, value: number | null, values: TextValues = {}): RunFigure {
  return { name, values, value, format: formatShare, unit: '' }
}

export function runFigures({ config, summary }: Pick<Run, 'config' | 'summary'>): RunFigure[] {
  if (summary === null) return []
  const rate: Rate = (value) => (summary.completed > 0 ? value : null)
  return [
    count('run.figure.completed', summary.completed),
    count('run.figure.failed', genuineFailures(summary)),
    ...(cutOff(summary) === 0 ? [] : [count('run.figure.cutOff', cutOff(summary))]),
    { name: 'run.figure.duration', value: summary.durationS, format: formatDuration, unit: 's' },
    throughput('requestThroughput', rate(summary.requestThroughput)),
    ...(summary.requestGoodput === null
      ? []
      : [throughput('requestGoodput', rate(summary.requestGoodput))]),
    ...figuresOf[backendTraits[config.backend].task](summary, rate),
  ]
}

/** Speeds say nothing where nothing was completed. */
type Rate = (value: number | null) => number | null

type FiguresOf = (summary: RunSummary, rate: Rate) => readonly RunFigure[]

const figuresOf: Readonly<Record<TaskName, FiguresOf>> = {
  generation: (summary, rate) => [
    throughput('outputThroughput', rate(summary.outputThroughput)),
    throughput('totalTokenThroughput', rate(summary.totalTokenThroughput)),
    speed('run.figure.maxOutputTokensPerS', rate(summary.maxOutputTokensPerS), 'tok/s'),
    count('run.figure.peakConcurrency', summary.peakConcurrency),
    count('run.figure.totalInputTokens', rate(summary.totalInputTokens)),
    count('run.figure.totalOutputTokens', rate(summary.totalOutputTokens)),
    ...(summary.rtfx > 0 ? [speed('run.figure.rtfx', summary.rtfx, 's/s')] : []),
  ],
  pooling: (summary, rate) => [
    throughput('inputsThroughput', rate(summary.inputsThroughput)),
    throughput('totalTokenThroughput', rate(summary.totalTokenThroughput)),
    count('run.figure.peakConcurrency', summary.peakConcurrency),
    count('run.figure.totalInputs', rate(summary.totalInputs)),
    count('run.figure.totalInputTokens', rate(summary.totalInputTokens)),
  ],
}
