// Figures for comparing runs: throughputs, failures, and the mean and percentiles of each latency, with their intervals.
import { type BackendChoice, backendTraits, taskOf } from '#core/backends/backend-traits.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { type ComparedScalar, comparedScalars, type FigureName } from '#core/metrics/figures.ts'
import { scalarOf } from '#core/metrics/scalar-names.ts'
import { metricApplies } from '#core/traits/metric-traits.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { FigureEstimate } from '#core/stats/certainty/interval.ts'
import { latencyFigure, throughputFigure } from '#core/judgement/known-figures.ts'
import { shareInterval } from '#core/stats/certainty/share-interval.ts'
import { concludedRequests, genuineFailures } from '#core/stats/genuine-failures.ts'

export type FigureIdentity = Readonly<{
  name: FigureName
  /** Percentile of a latency, 0–100; null for the mean and for other figures. */
  percentile: number | null
}>

export type NamedEstimate = FigureEstimate & FigureIdentity

export type ComparableRun = Readonly<{ config: BenchmarkConfig; summary: RunSummary }>

/** Omits figures that the run lacks; a run without responses has only its failures. */
export function comparableFigures(run: ComparableRun): NamedEstimate[] {
  if (run.summary.completed === 0) return failures(run)
  return [...throughputs(run), ...latencies(run), ...failures(run)]
}

/** Equal for the same figure of different runs. */
export function figureKey({ name, percentile }: FigureIdentity): string {
  return `${name}/${percentile ?? 'mean'}`
}

function throughputs({ config, summary }: ComparableRun): NamedEstimate[] {
  return comparedScalars.flatMap((name) => {
    const figure = scalarApplies(name, config) ? throughputFigure(summary, name) : null
    return figure === null ? [] : { name, percentile: null, ...figure }
  })
}

/** Whether the scalar applies to the task of the backend. */
export function scalarApplies(name: ComparedScalar, { backend }: BackendChoice): boolean {
  const { task } = scalarOf(name)
  return task === 'any' || task === backendTraits[backend].task
}

function latencies({ config, summary }: ComparableRun): NamedEstimate[] {
  const names = taskOf(config).metrics.filter((name) => metricApplies(name, config))
  return names.flatMap((name) => {
    const listed = summary.metrics[name].percentiles.map(({ percentile }) => percentile)
    const percentiles = new Set([50, ...config.metricPercentiles, ...listed])
    return [null, ...[...percentiles].sort((a, b) => a - b)].flatMap((percentile) => {
      const figure = latencyFigure(summary, { metric: name, percentile })
      return figure === null ? [] : [{ name, percentile, ...figure }]
    })
  })
}

function failures({ summary }: ComparableRun): NamedEstimate[] {
  const failed = genuineFailures(summary)
  const all = concludedRequests(summary)
  if (failed === null || all === 0) return []
  const figure = { value: failed / all, interval: shareInterval(failed, all) }
  return [{ name: 'failedShare', percentile: null, ...figure }]
}
