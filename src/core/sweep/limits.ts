// Whether a run keeps the limits of its sweep, and by how much. Formulas: docs/measuring.md.
import type { BenchmarkConfig } from '../model/benchmark/benchmark-fields.ts'
import type { RunSummary } from '../model/run/run-summary.ts'
import type { LatencyLimit, SweepLimit } from '../model/sweep/sweep-limit.ts'
import { figureOf } from '../stats/figure-of.ts'
import { genuineFailures } from '../stats/genuine-failures.ts'

/** Why a run cannot show whether a limit held. */
type LimitLack = 'percentile' | 'values' | 'goodput' | 'failures'

export type LimitOutcome = Readonly<{
  limit: SweepLimit
  /** A latency in ms, or a share 0–1; null where the run lacks it, or completed nothing. */
  value: number | null
  /** Null where the run lacks it. */
  held: boolean | null
  /** Room left: of a latency in shares of its limit, else the difference of the shares. Below 0 where it is broken. */
  margin: number | null
  lack: LimitLack | null
}>

type JudgedPoint = Readonly<{ summary: RunSummary }>

/** What to do about each lack, for anyone who composes the sweep. */
export const lackRemedies: Readonly<Record<LimitLack, string>> = {
  percentile: 'Ask for this percentile with --metric-percentiles.',
  values: 'Answers of this benchmark have no such latency: set the limit on another one.',
  goodput: 'Say with --goodput what a good request is.',
  failures: 'The file this run was imported from does not say how many requests failed.',
}

/** One per limit, in their order. */
export function limitOutcomes(limits: readonly SweepLimit[], run: JudgedPoint): LimitOutcome[] {
  return limits.map((limit) => ({ limit, ...outcomeOf(limit, run) }))
}

/** The benchmark asks for every percentile that a limit speaks of. */
export function withNeededPercentiles<Config extends Pick<BenchmarkConfig, 'metricPercentiles'>>(
  config: Config,
  limits: readonly SweepLimit[],
): Config {
  const needed = limitPercentiles(limits)
  const asked = config.metricPercentiles
  const missing = [...new Set(needed)].filter((percentile) => !asked.includes(percentile))
  return missing.length === 0 ? config : { ...config, metricPercentiles: [...asked, ...missing] }
}

/** Those that limits are set on, in their order. */
export function limitPercentiles(limits: readonly SweepLimit[]): number[] {
  return limits.flatMap((limit) => (limit.kind === 'latency' ? (limit.percentile ?? []) : []))
}

type Outcome = Omit<LimitOutcome, 'limit'>

function outcomeOf(limit: SweepLimit, { summary }: JudgedPoint): Outcome {
  switch (limit.kind) {
    case 'latency':
      return latencyOutcome(limit, summary)
    case 'errors':
      return shareOutcome(failedShare(summary), 'failures', (share) => limit.mostShare - share)
    case 'goodput':
      return shareOutcome(goodShare(summary), 'goodput', (share) => share - limit.leastShare)
  }
}

/** A run without an answer keeps no limit on how long answers take. */
function latencyOutcome(
  { metric, percentile, mostMs }: LatencyLimit,
  { completed, metrics }: RunSummary,
): Outcome {
  if (completed === 0) return { value: null, held: false, margin: null, lack: null }
  const value = figureOf(metrics[metric], percentile)
  if (value === null) return lacking(metrics[metric].count === 0 ? 'values' : 'percentile')
  return { value, held: value <= mostMs, margin: 1 - value / mostMs, lack: null }
}

function shareOutcome(
  value: number | null,
  lack: LimitLack,
  marginOf: (share: number) => number,
): Outcome {
  if (value === null) return lacking(lack)
  const margin = marginOf(value)
  return { value, held: margin >= 0, margin, lack: null }
}

function lacking(lack: LimitLack): Outcome {
  return { value: null, held: null, margin: null, lack }
}

/** Null where not counted; 0 where nothing was sent. */
export function failedShare(summary: RunSummary): number | null {
  const { completed } = summary
  const failed = genuineFailures(summary)
  if (failed === null) return null
  return completed + failed === 0 ? 0 : failed / (completed + failed)
}

/** Null where no goal was set. Rounded to whole requests, because goodput is stored per second. */
function goodShare(summary: RunSummary): number | null {
  const { requestGoodput, durationS, completed } = summary
  const requests = completed + (genuineFailures(summary) ?? 0)
  if (requestGoodput === null || requests === 0) return requestGoodput === null ? null : 0
  return Math.round(requestGoodput * durationS) / requests
}
