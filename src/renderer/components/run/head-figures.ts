// The four main figures of a run's page, each with its 95 % interval.
import { taskOf } from '#core/backends/backend-traits.ts'
import { isOccasional, latencyLabels, type MetricName } from '#core/metrics/latencies.ts'
import { figureTraits } from '#core/metrics/figures.ts'
import { latencyFormat, latencyUnit } from '#core/metrics/latency-unit.ts'
import { formatNumber } from '#core/base/numbers.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { ThroughputName } from '#core/backends/task-traits.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { latencyFigure, wholeRunFigure } from '#core/judgement/known-figures.ts'
import type { FigureEstimate } from '#core/stats/certainty/interval.ts'
import { tailPercentile } from '#core/stats/tail-percentiles.ts'

export type HeadValue = Readonly<{
  /** `p99`; empty for a throughput. */
  statistic: string
  text: string
  /** `31.2–33.8`; empty if unknown. */
  interval: string
}>

export type HeadMetric = Readonly<{ name: string; unit: string; values: readonly HeadValue[] }>

type HeadRun = Readonly<{ config: BenchmarkConfig; summary: RunSummary }>

export function headFigures({ config, summary }: HeadRun): HeadMetric[] {
  const task = taskOf(config)
  const throughputs = new Set<ThroughputName>(['requestThroughput', task.throughputs[0]])
  const [first, second] = task.metrics.filter((metric) => !isOccasional(metric))
  const metrics = [first, second].filter((metric) => metric !== undefined)
  return [
    ...[...throughputs].map((name) => throughputHead(summary, name)),
    ...metrics.map((metric) => latencyHead({ config, summary }, metric)),
  ]
}

function throughputHead(summary: RunSummary, name: ThroughputName): HeadMetric {
  const figure = summary.completed === 0 ? null : wholeRunFigure(summary, name)
  return {
    name,
    unit: figureTraits[name].unit,
    values: [valueOf('', figure, formatNumber)],
  }
}

const usualTail = 99

/** The median and p99, or the highest requested percentile if p99 is missing, in one unit. */
function latencyHead({ config, summary }: HeadRun, metric: MetricName): HeadMetric {
  const asked = config.metricPercentiles
  const tail = asked.includes(usualTail) ? usualTail : tailPercentile(asked)
  const percentiles = [50, ...(tail === null ? [] : [tail])]
  const figures = percentiles.map((percentile) => latencyFigure(summary, { metric, percentile }))
  const unit = latencyUnit([summary.metrics[metric]?.median ?? null], metric)
  return {
    name: latencyLabels[metric],
    unit: unit.symbol,
    values: figures.map((figure, index) =>
      valueOf(`p${percentiles[index]}`, figure, latencyFormat(unit)),
    ),
  }
}

function valueOf(
  statistic: string,
  figure: FigureEstimate | null,
  format: (value: number | null) => string,
): HeadValue {
  const interval = figure?.interval ?? null
  return {
    statistic,
    text: format(figure?.value ?? null),
    interval: interval === null ? '' : `${format(interval.low)}–${format(interval.high)}`,
  }
}
