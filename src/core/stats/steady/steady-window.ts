// The part of a run in which about as much was in flight as the load asks for: without the climb and the drain.
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import { datasetTraits } from '#core/model/benchmark/dataset-traits.ts'
import { hasSteadyLoad, isSpreadOverTime } from '#core/model/benchmark/load-traits.ts'
import { concurrencyChanges, type Spans, usualConcurrency } from '../concurrency.ts'

export type SteadyStateOptions = Readonly<{
  /** Requests in flight that the load aims at; `usual` is the number in flight half of the time. */
  target: number | 'usual'
  /** Share of the target that must be in flight. */
  threshold: number
  /** A shorter window is said to be too short. */
  minWindowS: number
}>

export type SteadyWindow = Readonly<{
  /** Seconds since the start of the run; the end is not part of the window. */
  startS: number
  endS: number
  targetConcurrency: number
  /** The share of the target as a number of requests. */
  thresholdConcurrency: number
  observedPeak: number
}>

/** Null where that number was never in flight. `spans` are those of successful requests. */
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
  return { startS, endS, targetConcurrency, thresholdConcurrency, observedPeak }
}

export function isWithin({ startS, endS }: Pick<SteadyWindow, 'startS' | 'endS'>, atS: number) {
  return atS >= startS && atS < endS
}

// What a benchmark's load aims at, and so which part of the run counts as its steady state.
const leastWindowS = 10
const leastShareOfRun = 0.1

/** Null where there is nothing to aim at, or where the reader does not want to know. */
export function steadyStateOptionsOf(
  config: BenchmarkConfig,
  durationS: number,
): SteadyStateOptions | null {
  const { steadyState, steadyStateThreshold: threshold, steadyStateMinWindow } = config
  // Where users think, fewer requests are in flight than conversations under way.
  const isBelowLimit =
    isSpreadOverTime(config) || datasetTraits[config.datasetName].holdsConversations
  const target = isBelowLimit ? 'usual' : config.maxConcurrency
  if (steadyState === false || !hasSteadyLoad(config) || target === null) return null
  const minWindowS = steadyStateMinWindow ?? Math.max(leastWindowS, leastShareOfRun * durationS)
  return { target, threshold, minWindowS }
}
