// Send times of requests: the schedule of the current `vllm bench serve`, and the schedule of its early scripts.
import type { Schedule as ScheduleName } from '#core/compat/compat-profile.ts'
import type { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import type { SampledRequest } from './sampled-request.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'

export type RampUp = Readonly<{
  strategy: 'linear' | 'exponential'
  startRps: number
  endRps: number
}>

/** Requests per second and the shape of the gaps; `Infinity` means all at once, or evenly spaced. Exported for tests. */
export type ArrivalPattern = Readonly<{
  requestRate: number
  burstiness: number
  rampUp: RampUp | null
}>

export type Schedule = Readonly<{
  /** Seconds from the start of the run, ascending. */
  offsetsS: Float64Array
  /** Earliest end of the run, even if all responses have arrived. */
  endS: number
}>

type MakeSchedule = (count: number, pattern: ArrivalPattern, random: NumpyRandomState) => Schedule

export const schedules: Readonly<Record<ScheduleName, MakeSchedule>> = {
  planned: (count, pattern, random) => ({
    offsetsS: arrivalOffsetsS(count, pattern, random),
    endS: 0,
  }),
  slept: sleptSchedule,
}

/** Sends the first request immediately; a gap follows every request, including the last. */
function sleptSchedule(count: number, pattern: ArrivalPattern, random: NumpyRandomState): Schedule {
  let elapsedS = 0
  const offsetsS = classicGapsS(count, pattern, random).map((gapS) => {
    const offsetS = elapsedS
    elapsedS += gapS
    return offsetS
  })
  return { offsetsS, endS: elapsedS }
}

/**
 * Offsets in seconds from the start of the run, ascending. The first request waits for its own gap. Without a ramp, the schedule
 * is scaled so that the last request is sent at exactly count / rate.
 */
export function arrivalOffsetsS(
  count: number,
  pattern: ArrivalPattern,
  random: NumpyRandomState,
): Float64Array {
  const offsets = new Float64Array(count)
  let elapsed = 0
  for (let index = 0; index < count; index++) {
    elapsed += gapS(requestRateAt(pattern, index, count), pattern.burstiness, random)
    offsets[index] = elapsed
  }
  if (pattern.rampUp !== null || elapsed === 0) return offsets
  const scale = count / pattern.requestRate / elapsed
  return offsets.map((offset) => offset * scale)
}

/**
 * Gaps after each request in scripts up to the v0.9 compatibility profile, which sent the first request immediately.
 * Exported for tests, which compare it with numpy.
 */
export function classicGapsS(
  count: number,
  pattern: Pick<ArrivalPattern, 'requestRate' | 'burstiness'>,
  random: NumpyRandomState,
): Float64Array {
  return Float64Array.from({ length: count }, () =>
    gapS(pattern.requestRate, pattern.burstiness, random),
  )
}

/** The rate of a ramp rises per request, not over time. */
export function requestRateAt(pattern: ArrivalPattern, index: number, count: number): number {
  if (pattern.rampUp === null) return pattern.requestRate
  const { strategy, startRps, endRps } = pattern.rampUp
  const progress = index / Math.max(count - 1, 1)
  return strategy === 'linear'
    ? startRps + (endRps - startRps) * progress
    : startRps * (endRps / startRps) ** progress
}

export function gapS(requestRate: number, burstiness: number, random: NumpyRandomState): number {
  if (requestRate === Infinity) return 0
  if (burstiness === Infinity) return 1 / requestRate
  return random.gamma(burstiness, 1 / (requestRate * burstiness))
}

/** Whether the first request is sent immediately or waits for its own gap. */
const leavesAtOnce: Readonly<Record<ScheduleName, boolean>> = { planned: false, slept: true }

type ClockedOptions = Readonly<{
  durationS: number
  schedule: ScheduleName
  random: NumpyRandomState
}>

/** Draws gaps without scaling, because their number is unknown. At rate `inf` there is nothing to schedule. */
export function clockedArrivals(
  { requestRate, burstiness }: ArrivalPattern,
  { durationS, schedule, random }: ClockedOptions,
): Schedule {
  const offsetsS: number[] = []
  if (requestRate === Infinity) return { offsetsS: Float64Array.from(offsetsS), endS: durationS }
  const nextGapS = (): number => gapS(requestRate, burstiness, random)
  let elapsedS = leavesAtOnce[schedule] ? 0 : nextGapS()
  while (elapsedS < durationS) {
    offsetsS.push(elapsedS)
    elapsedS += nextGapS()
  }
  return { offsetsS: Float64Array.from(offsetsS), endS: durationS }
}

/** Seconds from the start of the run. Keeps the order of requests: one recorded too early is sent with its predecessor. */
export function recordedOffsetsS(
  requests: readonly Pick<SampledRequest, 'arrivesAtS'>[],
): Float64Array {
  let latest = 0
  return Float64Array.from(requests, ({ arrivesAtS = 0 }) => {
    latest = Math.max(latest, arrivesAtS)
    return latest
  })
}

type WarmUpLength = Readonly<{
  lengthS: number
  /** Separate generator, so that the run's schedule depends only on its own seed. */
  random: NumpyRandomState
}>

/** Seconds before the start, ascending, all below 0; null if requests are sent whenever a slot is free. */
export function warmUpOffsetsS(
  { requestRate, burstiness }: Pick<ArrivalPattern, 'requestRate' | 'burstiness'>,
  { lengthS, random }: WarmUpLength,
): Float64Array | null {
  if (requestRate === Infinity) return null
  const offsetsS: number[] = []
  for (
    let beforeS = gapS(requestRate, burstiness, random);
    beforeS <= lengthS;
    beforeS += gapS(requestRate, burstiness, random)
  ) {
    offsetsS.push(-beforeS)
  }
  return Float64Array.from(offsetsS.reverse())
}

const seeds = 2 ** 32

/** Far from the seeds of a run's repeats, which count up from the run's own. */
export function warmUpSeed(seed: number): number {
  return (seed + seeds / 2) % seeds
}

export function arrivalPatternOf(config: BenchmarkConfig): ArrivalPattern {
  return {
    requestRate: finiteOrInfinity(config.requestRate),
    burstiness: finiteOrInfinity(config.burstiness),
    rampUp: rampUpOf(config),
  }
}

function rampUpOf({
  rampUpStrategy: strategy,
  rampUpStartRps: startRps,
  rampUpEndRps: endRps,
}: BenchmarkConfig): RampUp | null {
  return strategy === null || startRps === null || endRps === null
    ? null
    : { strategy, startRps, endRps }
}

function finiteOrInfinity(value: number | 'inf'): number {
  return value === 'inf' ? Infinity : value
}
