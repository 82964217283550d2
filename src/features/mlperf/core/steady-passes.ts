// Steady state of a point by whole passes over its dataset, in issue time, in the terms of MLPerf Endpoints (§4.4). The reference
// client's detector is not published with the checker; docs/mlperf.md states ours.
import { type MeasuredRequest, isSuccess, tpotS } from '#core/records/measured-request.ts'
import { quantile } from '#core/stats/durations/quantile.ts'

/** Minimum passes of a window. */
const fewestPasses = 4
/** A trend that occurs by chance in fewer than 1 of 10 series and changes the figure by at least this share. */
const [trendDeviations, leastChange] = [1.645, 0.05]

const gates = [
  ['ttft_p50', 'ttft', 0.5],
  ['ttft_p90', 'ttft', 0.9],
  ['tpot_p50', 'tpot', 0.5],
  ['tpot_p90', 'tpot', 0.9],
] as const

type GateName = (typeof gates)[number][0]

export type Gate = Readonly<{
  name: GateName
  state: 'Plateau' | 'Drifting Up' | 'Drifting Down'
  /** Minimum and maximum of a pass, in seconds: a drifting figure is reported as a range. */
  lowS: number
  highS: number
}>

export type LevelShift = Readonly<{
  gate: GateName
  /** First pass on the new level. */
  pass: number
  /** Medians of the passes before and after, in seconds. */
  fromS: number
  toS: number
}>

export type SteadyPasses = Readonly<{
  status: 'windowable' | 'insufficient_duration' | 'insufficient_passes' | 'partial_dataset'
  verdict: 'STEADY STATE' | 'drifting_up' | 'drifting_down' | 'anomaly' | 'not found'
  /** A confirmed level shift; the window begins after it. */
  anomaly: LevelShift | null
  /** From 0, both inclusive; null without a whole pass. */
  passes: Readonly<{ first: number; last: number }> | null
  passSize: number
  /** From the first request of the window to the first after it. */
  durationS: number
  gates: readonly Gate[]
  /** Requests of the window; all requests unless it is windowable. */
  requests: readonly MeasuredRequest[]
}>

type Rule = Readonly<{
  /** Requests of a pass. */
  passSize: number
  leastDurationS: number
}>

/** Longest end of the run, in whole passes after the first, in which no gate drifts; else all of these. */
export function steadyPasses(
  requests: Iterable<MeasuredRequest>,
  { passSize, leastDurationS }: Rule,
): SteadyPasses {
  const issued = [...requests].sort((one, other) => one.startS - other.startS)
  const passes = Array.from({ length: Math.floor(issued.length / passSize) }, (_, at) =>
    issued.slice(at * passSize, (at + 1) * passSize),
  )
  const last = passes.length - 1
  const series = gates.map(([name, metric, share]) => {
    return { name, valuesS: passes.map((pass) => quantile(latenciesS(pass, metric), share)) }
  })
  // The load builds up in the first pass.
  const spare = Math.max(0, passes.length - fewestPasses)
  const anomaly = shiftFrom(Math.min(1, spare), series)
  const from = anomaly?.pass ?? Math.min(1, spare)
  const starts = Array.from({ length: Math.max(1, spare + 1 - from) }, (_, at) => at + from)
  const windows = starts.map((first) => ({ first, gates: gatesFrom(first, series) }))
  const steady = windows.find(({ gates: each }) => each.every(({ state }) => state === 'Plateau'))
  const { first, gates: found } = steady ?? windows[0] ?? { first: 0, gates: [] }
  const fromS = issued[first * passSize]?.startS ?? 0
  const untilS = issued[passes.length * passSize]?.startS ?? issued.at(-1)?.startS ?? 0
  const durationS = passes.length === 0 ? 0 : untilS - fromS
  const status = statusOf(passes.length - first, {
    isLong: durationS >= leastDurationS,
    isSteady: steady !== undefined,
  })
  return {
    status,
    verdict: anomaly === null ? verdictOf(passes.length, found) : 'anomaly',
    anomaly,
    passes: passes.length === 0 ? null : { first, last },
    ...{ passSize, durationS, gates: found },
    requests: status === 'windowable' ? passes.slice(first).flat() : issued,
  }
}

/** Without a plateau there is no window of any duration. */
function statusOf(
  passes: number,
  { isLong, isSteady }: Readonly<{ isLong: boolean; isSteady: boolean }>,
): SteadyPasses['status'] {
  if (passes === 0) return 'partial_dataset'
  if (passes < fewestPasses) return 'insufficient_passes'
  return isLong && isSteady ? 'windowable' : 'insufficient_duration'
}

function verdictOf(passes: number, found: readonly Gate[]): SteadyPasses['verdict'] {
  if (passes < fewestPasses) return 'not found'
  const states = found.map(({ state }) => state)
  if (states.includes('Drifting Up')) return 'drifting_up'
  return states.includes('Drifting Down') ? 'drifting_down' : 'STEADY STATE'
}

/** Largest shift with enough passes on each side, both without drift, and with a distance greater than their widths. */
function shiftFrom(first: number, series: readonly GateSeries[]): LevelShift | null {
  const shifts = series.flatMap(({ name, valuesS }) => {
    const known = valuesS.slice(first)
    if (!known.every(Number.isFinite)) return []
    return known.flatMap((_, at): LevelShift[] => {
      const sides = [known.slice(0, at), known.slice(at)]
      if (sides.some((side) => side.length < fewestPasses || stateOf(side) !== 'Plateau')) return []
      const [before = [], after = []] = sides.map((side) =>
        side.toSorted((one, other) => one - other),
      )
      const [fromS, toS] = [quantile(before, 0.5), quantile(after, 0.5)]
      const [lower, upper] = toS > fromS ? [before, after] : [after, before]
      const apartS = (upper[0] ?? NaN) - (lower.at(-1) ?? NaN)
      const shiftS = Math.abs(toS - fromS)
      const isShift = apartS >= shiftS / 2 && shiftS >= leastChange * fromS
      return isShift ? [{ gate: name, pass: first + at, fromS, toS }] : []
    })
  })
  const factor = ({ fromS, toS }: LevelShift) => Math.abs(Math.log(toS / fromS))
  return shifts.toSorted((one, other) => factor(other) - factor(one))[0] ?? null
}

type GateSeries = Readonly<{ name: GateName; valuesS: readonly number[] }>

function gatesFrom(first: number, series: readonly GateSeries[]): Gate[] {
  return series.flatMap(({ name, valuesS }) => {
    const known = valuesS.slice(first).filter(Number.isFinite)
    if (known.length === 0) return []
    const [lowS, highS] = [Math.min(...known), Math.max(...known)]
    return { name, state: stateOf(known), lowS, highS }
  })
}

/** Ascending; only completed requests. */
export function latenciesS(
  requests: readonly MeasuredRequest[],
  metric: 'ttft' | 'tpot' | 'e2el',
): Float64Array {
  const values = requests.filter(isSuccess).flatMap((request) => {
    if (metric === 'tpot') return tpotS(request) ?? []
    return metric === 'ttft' ? request.ttftS : request.latencyS
  })
  return Float64Array.from(values).sort()
}

/** Mann–Kendall test, with the change from the Theil–Sen slope. */
function stateOf(series: readonly number[]): Gate['state'] {
  const slopes = series
    .flatMap((one, at) => series.slice(at + 1).map((other, gap) => (other - one) / (gap + 1)))
    .sort((one, other) => one - other)
  const ordered = slopes.reduce((sum, each) => sum + Math.sign(each), 0)
  const count = series.length
  const deviations =
    (Math.abs(ordered) - 1) / Math.sqrt((count * (count - 1) * (2 * count + 5)) / 18)
  const median = quantile(
    series.toSorted((one, other) => one - other),
    0.5,
  )
  const change = (quantile(slopes, 0.5) * (count - 1)) / median
  if (!(deviations > trendDeviations) || Math.abs(change) < leastChange) return 'Plateau'
  return ordered > 0 ? 'Drifting Up' : 'Drifting Down'
}
