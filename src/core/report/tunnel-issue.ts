// Whether the round trip through an SSH tunnel is too long for the latencies measured through it.
import type { Run } from '../model/run/run.ts'

type TunnelIssue = Readonly<{
  roundTripMs: number
  /** Share of the median TTFT, 0–1. */
  shareOfTtft: number
}>

/** Share above which TTFT also measures the tunnel. */
const mostShare = 0.05

/** Null if the run used no tunnel, or if its round trip is short compared with the median TTFT. */
export function tunnelIssue({
  launch,
  summary,
}: Pick<Run, 'launch' | 'summary'>): TunnelIssue | null {
  const { isForwarded, roundTripMs } = launch?.reach ?? { isForwarded: false, roundTripMs: null }
  const ttft = summary?.metrics.ttft
  if (!isForwarded || roundTripMs === null || ttft === undefined || ttft.count === 0) return null
  const shareOfTtft = roundTripMs.median / ttft.median
  return shareOfTtft > mostShare ? { roundTripMs: roundTripMs.median, shareOfTtft } : null
}
