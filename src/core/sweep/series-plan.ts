// Runs of a `bench serve` series as points of a sweep. Unlike the points of other sweeps, they all have the same prompts, as in
// vLLM's Rust client.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { isPooling } from '#core/backends/backend-traits.ts'
import { usualMetrics } from '#core/traits/metric-traits.ts'
import type { SeriesOptions } from '#core/flags/series.ts'
import { sweepPlanSchema, type SweepPlan, type SweepPoint } from '#core/model/sweep.ts'
import { pointConfig, sweepPoints } from './sweep-points.ts'

export function seriesPlan(config: BenchmarkConfig, series: SeriesOptions): SweepPlan {
  return sweepPlanSchema.parse({
    name: 'bench serve',
    config: withTableFigures(config, series),
    requestRates: series.sweepRequestRate ?? [config.requestRate],
    maxConcurrencies: series.sweepMaxConcurrency ?? [config.maxConcurrency],
    secondsPerPoint: null,
    repeats: series.numRuns,
    retries: 0,
    resetsCaches: series.resetPrefixCache,
  })
}

export function seriesPoints(plan: SweepPlan): SweepPoint[] {
  return sweepPoints(plan).map((point) => ({ ...point, seedOffset: 0 }))
}

export function seriesConfig(
  plan: SweepPlan,
  point: SweepPoint,
  { sweepNumPromptsFactor: factor }: Pick<SeriesOptions, 'sweepNumPromptsFactor'>,
): BenchmarkConfig {
  const config = pointConfig(plan, point)
  if (factor === null || point.maxConcurrency === null) return config
  return { ...config, numPrompts: point.maxConcurrency * factor }
}

/** The tables always show the 90th percentile and E2EL. */
function withTableFigures(config: BenchmarkConfig, series: SeriesOptions): BenchmarkConfig {
  const percentiles = [...config.metricPercentiles, ...series.sweepSummaryPercentiles, 90]
  const metrics = isPooling(config) ? null : [...usualMetrics(config), 'e2el' as const]
  return {
    ...config,
    metricPercentiles: [...new Set(percentiles)],
    percentileMetrics: config.percentileMetrics ?? (metrics && [...new Set(metrics)]),
  }
}
