// Whether the way through an SSH connection is too long for what was measured through it.
import type { Run } from '../../model/run/run.ts'

type TunnelIssue = Readonly<{
  roundTripMs: number
  /** Of the median TTFT, 0–1. */
  shareOfTtft: number
}>

/** From this share on, TTFT measures the tunnel as well. */
const mostShare = 0.05

/** Null where a run went another way, or its round trip is small beside its median TTFT. */
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
