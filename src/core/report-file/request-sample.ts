// Some of a run's requests for an image of it: one in N in order, and besides them the slowest and those that
// failed, so that what is thinned out is only what looks like its neighbours.
import { isFailure, type RequestRecord } from '../model/run/request-record.ts'

/** In ms since the start of the run, and how long its first token and its whole answer took; null where they never came. */
type SampledRequest = readonly [
  sentAtMs: number,
  ttftMs: number | null,
  e2elMs: number,
  failed: 0 | 1,
]

export type RequestSample = Readonly<{
  /** Of the run; those of the sample are fewer where they were too many. */
  total: number
  /** N, where one request in N is in it. */
  every: number
  rows: readonly SampledRequest[]
}>

/** Of each further kind, per request that may be in the sample at all. */
const extraShare = 0.1

export function sampleRequests(
  records: Iterable<RequestRecord>,
  { total, most }: Readonly<{ total: number; most: number }>,
): RequestSample {
  const extra = Math.floor(most * extraShare)
  const every = Math.max(1, Math.ceil(total / (most - 2 * extra)))
  const regular: SampledRequest[] = []
  const failed: SampledRequest[] = []
  let slowest: SampledRequest[] = []
  let position = 0
  for (const record of records) {
    const row = sampled(record)
    if (position++ % every === 0) regular.push(row)
    else if (isFailure(record.error) && failed.length < extra) failed.push(row)
    else if (record.error === null) slowest.push(row)
    // Cut now and then, so that a large run does not pile up.
    if (slowest.length > 4 * extra + 64) slowest = slowestOf(slowest, extra)
  }
  const rows = [...regular, ...failed, ...slowestOf(slowest, extra)]
  return { total: position, every, rows: rows.sort(([a], [b]) => a - b) }
}

function slowestOf(rows: readonly SampledRequest[], most: number): SampledRequest[] {
  return rows.toSorted((a, b) => b[2] - a[2]).slice(0, most)
}

function sampled({ sentAtUs, firstTokenAtUs, endedAtUs, error }: RequestRecord): SampledRequest {
  return [
    inMs(sentAtUs),
    firstTokenAtUs === null ? null : inMs(firstTokenAtUs - sentAtUs),
    inMs(endedAtUs - sentAtUs),
    isFailure(error) ? 1 : 0,
  ]
}

/** A hundredth of a millisecond is below what an image shows. */
function inMs(us: number): number {
  return Math.round(us / 10) / 100
}
