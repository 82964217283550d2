// Samples a run's requests for a plot: one in N in order, plus the slowest and the failed, so that only requests similar to their
// neighbours are dropped.
import { isFailure } from '#core/records/request-outcome.ts'
import type { RequestRecord } from '#core/records/request-record.ts'

/** Send time since the start of the run, TTFT and end-to-end latency, all in ms; null if the token or the response never arrived. */
type SampledRequest = readonly [
  sentAtMs: number,
  ttftMs: number | null,
  e2elMs: number,
  failed: 0 | 1,
]

export type RequestSample = Readonly<{
  /** Number of requests in the run; the sample has fewer if there were too many. */
  total: number
  /** N, if the sample has one request in N. */
  every: number
  rows: readonly SampledRequest[]
}>

/** Share of the sample for each extra kind: slowest and failed requests. */
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
    // Trims from time to time to bound memory for a large run.
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

/** Rounds to a hundredth of a millisecond, which is below the resolution of the plot. */
function inMs(us: number): number {
  return Math.round(us / 10) / 100
}
