// What a load is like, whatever its numbers.
import { datasetTraits, isSelfTimed, type SelfTiming } from './dataset-traits.ts'

export type RateChoice = Readonly<{ requestRate: number | 'inf'; rampUpStrategy: string | null }>

export type Timing = RateChoice & SelfTiming & Readonly<{ maxConcurrency: number | null }>

/** Whether requests are due one after the other; else all of them are due at the start. */
export function isSpreadOverTime(config: RateChoice & SelfTiming): boolean {
  return config.requestRate !== 'inf' || config.rampUpStrategy !== null || isSelfTimed(config)
}

/** How long a run by the clock sends, in seconds; null for one that sends a number of requests. */
export function clockedS({
  durationMinutes,
}: Readonly<{ durationMinutes: number | null }>): number | null {
  return durationMinutes === null ? null : durationMinutes * 60
}

/** Whether the load aims at one level, so that the run may be in a steady state: a ramp never is, nor is one burst. */
export function hasSteadyLoad(config: Timing): boolean {
  if (config.rampUpStrategy !== null) return false
  return isSpreadOverTime(config) || config.maxConcurrency !== null
}

/** Whether the load before the start can be like that after it: anyone who converses does so from a beginning. */
export function canWarmUp(config: Timing): boolean {
  const { holdsConversations } = datasetTraits[config.datasetName]
  return hasSteadyLoad(config) && !isSelfTimed(config) && !holdsConversations
}
