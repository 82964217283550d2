// Whether the load of a run was meant to be steady, and whether it was.
import type { Steadiness } from '#core/model/run/certainty.ts'
import { isSelfTimed } from '#core/model/benchmark/dataset-traits.ts'
import { hasSteadyLoad, isSpreadOverTime } from '#core/model/benchmark/load-traits.ts'
import type { LoadState } from './judgement.ts'
import type { JudgedConfig, JudgedSummary } from './judged-run.ts'

const unsteadyStates: ReadonlySet<Steadiness['state']> = new Set(['ramp', 'drain', 'drifting'])
/** Share of requests that must start in the steady state for the run to describe it. */
export const leastSteadyShare = 0.5
/** A run with fewer is too short to judge; `too-few-samples` reports that. */
const fewestForSteady = 50

export function loadStateOf(config: JudgedConfig, summary: JudgedSummary): LoadState {
  if (!isSpreadOverTime(config) && config.maxConcurrency === null) return 'burst'
  if (!hasSteadyLoad(config) || isSelfTimed(config)) return 'changing'
  const { certainty, steadyState } = summary
  if (config.steadyState === false || certainty === null) return 'not-known'
  const { steadiness } = certainty
  if (steadiness !== null && unsteadyStates.has(steadiness.state)) return 'not-steady'
  if (steadyState === null) return steadiness === null ? 'not-steady' : 'not-known'
  const { requestsStarted, requestsTotal } = steadyState.window
  if (requestsTotal < fewestForSteady) return 'not-known'
  if (requestsStarted / requestsTotal < leastSteadyShare) return 'not-steady'
  return steadiness?.state === 'steady' ? 'steady' : 'not-known'
}
