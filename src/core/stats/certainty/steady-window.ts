// The part of a run with about the intended concurrency: without ramp-up and drain.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { datasetTraits } from '#core/traits/dataset-traits.ts'
import { hasSteadyLoad, isSpreadOverTime } from '#core/traits/load-traits.ts'
import { concurrencyChanges, type Spans, usualConcurrency } from '../concurrency.ts'

export type SteadyStateOptions = Readonly<{
  /** Target number of requests in flight; `usual` is the median. */
  target: number | 'usual'
  /** Share of the target that must be in flight. */
  threshold: number
  /** Shorter windows are flagged. */
  minWindowS: number
}>

export type SteadyWindow = Readonly<{
  /** Seconds since the start of the run; the window excludes its end. */
  startS: number
  endS: number
  targetConcurrency: number
  /** Threshold as a number of requests. */
  thresholdConcurrency: number
  observedPeak: number
}>

/** Null if that number was never in flight. Requires spans of successful requests. */
export function findSteadyWindow(
  spans: Spans,
  { target, threshold }: Pick<SteadyStateOptions, 'target' | 'threshold'>,
): SteadyWindow | null {
  const targetConcurrency = target === 'usual' ? Math.max(1, usualConcurrency(spans)) : target
  const thresholdConcurrency = Math.max(1, Math.ceil(threshold * targetConcurrency))
  let startS: number | null = null
  let endS = 0
  let observedPeak = 0
  for (const { atS, before, after } of concurrencyChanges(spans)) {
    observedPeak = Math.max(observedPeak, after)
    if (before < thresholdConcurrency && after >= thresholdConcurrency) startS ??= atS
    if (before >= thresholdConcurrency && after < thresholdConcurrency) endS = atS
  }
  if (startS === null) return null
  // At a rate the load ends with its last request, and one of several servers may work off its queue for long.
  if (target === 'usual') endS = Math.min(endS, spans.startsS.at(-1) ?? endS)
  return { startS, endS, targetConcurrency, thresholdConcurrency, observedPeak }
}

export function isWithin({ startS, endS }: Pick<SteadyWindow, 'startS' | 'endS'>, atS: number) {
  return atS >= startS && atS < endS
}

/** Target concurrency of a benchmark, which determines its steady state. */
const leastWindowS = 10
const leastShareOfRun = 0.1

/** Null without a target, or if the user disabled it. */
export function steadyStateOptionsOf(
  config: BenchmarkConfig,
  durationS: number,
): SteadyStateOptions | null {
  const { steadyState, steadyStateThreshold: threshold, steadyStateMinWindow } = config
  // With think times, fewer requests than conversations are in flight.
  const isBelowLimit =
    isSpreadOverTime(config) || datasetTraits[config.datasetName].holdsConversations
  const target = isBelowLimit ? 'usual' : config.maxConcurrency
  if (steadyState === false || !hasSteadyLoad(config) || target === null) return null
  const minWindowS = steadyStateMinWindow ?? Math.max(leastWindowS, leastShareOfRun * durationS)
  return { target, threshold, minWindowS }
}
