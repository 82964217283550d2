// Properties of a load that are independent of its size.
import { type BackendChoice, backendTraits } from '#core/backends/backend-traits.ts'
import { type DatasetName, datasetTraits, isSelfTimed, type SelfTiming } from './dataset-traits.ts'

export type RateChoice = Readonly<{
  requestRate: number | 'inf'
  rampUpStrategy: string | null
  requestRateSeries: string | null
}>

export type LoadTiming = RateChoice & SelfTiming & Readonly<{ maxConcurrency: number | null }>

/** Whether the rate changes during the run, by a ramp or a series. */
export function changesRate({
  rampUpStrategy,
  requestRateSeries,
}: Pick<RateChoice, 'rampUpStrategy' | 'requestRateSeries'>): boolean {
  return rampUpStrategy !== null || requestRateSeries !== null
}

/** False if all requests are due at the start. */
export function isSpreadOverTime(config: RateChoice & SelfTiming): boolean {
  return config.requestRate !== 'inf' || changesRate(config) || isSelfTimed(config)
}

/** Send duration of a run with a fixed duration, in seconds; null for a fixed number of requests. */
export function clockedS({
  durationMinutes,
}: Readonly<{ durationMinutes: number | null }>): number | null {
  return durationMinutes === null ? null : durationMinutes * 60
}

/** Whether the load has one level, so that a steady state is possible; false for ramps and single bursts. */
export function hasSteadyLoad(config: LoadTiming): boolean {
  if (changesRate(config)) return false
  return isSpreadOverTime(config) || config.maxConcurrency !== null
}

/** Whether the same load can run before measuring starts. False for conversations, which start at their first turn. */
export function canWarmUp(config: LoadTiming): boolean {
  const { holdsConversations } = datasetTraits[config.datasetName]
  return hasSteadyLoad(config) && !isSelfTimed(config) && !holdsConversations
}

export type ConcurrencyChoice = BackendChoice & Readonly<{ datasetName: DatasetName }>

/**
 * Unit of the request rate and of the concurrency limit: requests in flight, conversations including their think times,
 * agents including their tool calls, or speaking voices.
 */
export type LoadUnit = 'inFlight' | 'conversations' | 'agents' | 'voices'

export function heldBy({ backend, datasetName }: ConcurrencyChoice): LoadUnit {
  const { holdsTrajectories, holdsConversations } = datasetTraits[datasetName]
  if (holdsTrajectories) return 'agents'
  if (holdsConversations) return 'conversations'
  return backendTraits[backend].pacesAudio ? 'voices' : 'inFlight'
}

/** HTTP clients for the load: our own HTTP/1.1 reader, or undici over HTTP/1.1 or HTTP/2. */
export const loadTransports = ['native', 'undici', 'undici-h2'] as const

export type LoadTransport = (typeof loadTransports)[number]
