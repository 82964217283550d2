// Loads of a calibration on the reference server: a number of streams, and events per second over all of them.
import type {
  CalibrationPlan,
  CalibrationPoint,
  ServerTiming,
  Truth,
} from '#core/model/run/calibration.ts'

export type CalibrationPlace = Pick<CalibrationPoint, 'streams' | 'eventsPerS'>

export type CalibrationLoad = Readonly<{
  timing: ServerTiming
  requests: number
  tokens: number
  /** Rate that keeps approximately the requested number of streams open. */
  requestsPerS: number
}>

const ttftMs = 50
const streamingMs = 1000
/** Mean number of responses per stream; more for few streams, so that enough are counted. */
const answersPerStream = 2
const answersPerStreamOfFew = 4
const fewRequests = 64
/** Minimum tokens that give enough gaps. */
const fewestTokens = 5
/** Limit: no server generates faster, and server and client would only disturb each other. */
const shortestGapMs = 0.1

/** Useful event rates for each number of streams, ascending. */
export function calibrationPlaces({ streams, eventRates }: CalibrationPlan): CalibrationPlace[][] {
  return ascending(streams).map((each) =>
    ascending(eventRates)
      .map((eventsPerS) => ({ streams: each, eventsPerS }))
      .filter((place) => gapMs(place) >= shortestGapMs && tokensPerAnswer(place) >= fewestTokens),
  )
}

export function calibrationLoad(place: CalibrationPlace): CalibrationLoad {
  const tokens = tokensPerAnswer(place)
  const answerS = (ttftMs + (tokens - 1) * gapMs(place)) / 1000
  return {
    timing: { ttftMs, itlMs: gapMs(place) },
    requests: requestsOver(place),
    tokens,
    requestsPerS: place.streams / answerS,
  }
}

function requestsOver({ streams }: CalibrationPlace): number {
  return Math.max(
    answersPerStream * streams,
    Math.min(fewRequests, answersPerStreamOfFew * streams),
  )
}

function gapMs({ streams, eventsPerS }: CalibrationPlace): number {
  return (1000 * streams) / eventsPerS
}

function tokensPerAnswer(place: CalibrationPlace): number {
  return Math.round(streamingMs / gapMs(place))
}

function ascending(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b)
}

/** Side that was overloaded, so that the measurement shows a queue; null if neither was. */

/** Factor by which the server's mean gap may exceed the requested one. */
const tolerableSlowness = 1.05
/** Backlog that an overloaded client accumulates in its sockets within a second or two. */
const tolerableBacklogUs = 10_000

export function overloaded(
  { failed, addedUs }: Pick<CalibrationPoint, 'failed' | 'addedUs'>,
  truths: readonly Truth[],
  { timing }: Pick<CalibrationLoad, 'timing'>,
): CalibrationPoint['overloaded'] {
  if (meanGapMs(truths) > tolerableSlowness * timing.itlMs) return 'server'
  return failed > 0 || addedUs.e2el.p50 > tolerableBacklogUs ? 'client' : null
}

function meanGapMs(truths: readonly Truth[]): number {
  const sums = truths.map(({ gaps }) => gaps.reduce((sum, gap) => sum + gap, 0))
  const count = truths.reduce((sum, { gaps }) => sum + gaps.length, 0)
  return count === 0 ? 0 : sums.reduce((sum, each) => sum + each, 0) / count / 1e6
}
