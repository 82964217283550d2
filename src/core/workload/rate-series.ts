// A request rate that changes over time: points connected by straight lines, as in AIPerf's `--request-rate-series`.
import { z } from 'zod'
import { appError } from '#core/model/app-error.ts'

/** Points with equal times are a step. */
const rateSeriesSchema = z
  .object({
    points: z
      .array(z.object({ time_s: z.number().min(0).finite(), qps: z.number().min(0).finite() }))
      .min(1)
      .refine((points) =>
        points.every(({ time_s }, index) => time_s >= (points[index - 1]?.time_s ?? 0)),
      )
      .refine((points) => points.some(({ qps }) => qps > 0)),
  })
  .transform(({ points }) => points.map(({ time_s, qps }) => ({ timeS: time_s, rps: qps })))

export type RateSeries = z.infer<typeof rateSeriesSchema>

/** Parsed JSON. Throws `invalid-input` for anything but ascending points, at least one of them above 0. */
export function readRateSeries(contents: unknown, file: string): RateSeries {
  const read = rateSeriesSchema.safeParse(contents)
  if (read.success) return read.data
  throw appError('invalid-input', 'workload.rateSeries', { file }, { field: 'requestRateSeries' })
}

/**
 * Send times in seconds, ascending: request k is sent when the area under the rate reaches the sum of the first k
 * gaps, each of mean 1. With exponential gaps this is a Poisson process of that rate. The rate before the first and
 * after the last point is constant. Throws `invalid-input` if a series that ends at 0 has too few requests.
 */
export function seriesOffsetsS(
  count: number,
  series: RateSeries,
  nextGap: () => number,
): Float64Array {
  const segments = segmentsOf(series)
  const offsets = new Float64Array(count)
  let index = 0
  let passed = 0
  let due = 0
  for (let request = 0; request < count; request++) {
    due += nextGap()
    let segment = segments[index]
    while (segment !== undefined && due - passed > segment.requests) {
      passed += segment.requests
      segment = segments[++index]
    }
    if (segment === undefined) throw tooFewRequests(count, request)
    offsets[request] = segment.startS + elapsedS(segment, due - passed)
  }
  return offsets
}

type Segment = Readonly<{
  startS: number
  durationS: number
  startRps: number
  endRps: number
  /** Area under the rate. */
  requests: number
}>

function segmentsOf(series: RateSeries): Segment[] {
  const first = { timeS: 0, rps: series[0]?.rps ?? 0 }
  const last = { timeS: Infinity, rps: series.at(-1)?.rps ?? 0 }
  return [...series, last].map((end, index) => {
    const start = series[index - 1] ?? first
    const durationS = end.timeS - start.timeS
    const meanRps = (start.rps + end.rps) / 2
    const requests = meanRps === 0 ? 0 : durationS * meanRps
    return { startS: start.timeS, durationS, startRps: start.rps, endRps: end.rps, requests }
  })
}

/** Time until the area under a segment reaches `requests`; the numerically stable root of a quadratic equation. */
function elapsedS({ durationS, startRps, endRps }: Segment, requests: number): number {
  const slope = durationS === Infinity ? 0 : (endRps - startRps) / durationS
  const root = Math.sqrt(Math.max(0, startRps ** 2 + 2 * slope * requests))
  return startRps + root === 0 ? 0 : Math.min(durationS, (2 * requests) / (startRps + root))
}

function tooFewRequests(count: number, total: number) {
  return appError(
    'invalid-input',
    'workload.rateSeriesEnds',
    { count, total },
    { field: 'numPrompts' },
  )
}
