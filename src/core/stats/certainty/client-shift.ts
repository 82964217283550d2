// Probable error of a run's figures because the client read late. Formulas: docs/measuring/client.md, "Error estimate".
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { MetricName } from '#core/metrics/latencies.ts'
import { figureOf } from '../figure-of.ts'

type Statistic = Readonly<{ metric: MetricName; percentile: number | null }>
type Lag = Readonly<{ meanMs: number; p99Ms: number }>

/** Smaller errors do not matter, however short the latencies. */
const negligibleMs = 1

/** Milliseconds by which the figure is probably too long; 0 if the client was not monitored. */
export function clientShiftMs(
  summary: Pick<RunSummary, 'client' | 'metrics'>,
  { metric, percentile }: Statistic,
): number {
  const lag = lagOf(summary, metric)
  const value = figureOf(summary.metrics[metric], percentile)
  if (lag === null || value === null) return 0
  // A gap begins and ends with a read, so read delays cancel on average.
  const meanMs = metric === 'itl' ? 0 : lag.meanMs
  const deviationMs = value - summary.metrics[metric].mean
  const shiftMs =
    percentile === null || deviationMs <= 0
      ? meanMs
      : meanMs + deviationMs - withoutLag(deviationMs, lagQuantileMs(lag, percentile) - meanMs)
  return shiftMs < negligibleMs ? 0 : Math.min(shiftMs, value)
}

function lagOf({ client }: Pick<RunSummary, 'client'>, metric: MetricName): Lag | null {
  const [mean, p99] =
    metric === 'ttft'
      ? [client?.firstTokenLagMeanUs, client?.firstTokenLagP99Us]
      : metric === 'itl' || metric === 'e2el'
        ? [client?.readLagMeanUs, client?.readLagP99Us]
        : []
  if (typeof mean !== 'number' || typeof p99 !== 'number') return null
  return { meanMs: Math.max(mean, client?.loopLagMeanUs ?? 0) / 1000, p99Ms: p99 / 1000 }
}

/** By Markov's inequality; the share of late reads below the 99th percentile is not recorded. */
function lagQuantileMs({ meanMs, p99Ms }: Lag, percentile: number): number {
  return percentile >= 99 ? p99Ms : Math.min(p99Ms, meanMs / (1 - percentile / 100))
}

/**
 * Independent deviations add in quadrature. A tail that consists mostly of late reads is due to them alone, and they lengthen it
 * by their full delay.
 */
function withoutLag(deviationMs: number, lagMs: number): number {
  if (2 * lagMs >= deviationMs) return Math.max(0, deviationMs - lagMs)
  return Math.sqrt(deviationMs ** 2 - Math.max(0, lagMs) ** 2)
}
