// Where the load of a run came from, in a line for the console.
import type { RunSummary } from '../../model/run/run-summary.ts'

/** Nothing where it came from here. */
export function originNote({ origin }: Pick<RunSummary, 'origin'>): readonly string[] {
  if (origin === undefined) return []
  const { hostName, nodeVersion, clockOffsetMs, clockUncertaintyMs } = origin
  const apart = `${Math.abs(clockOffsetMs).toFixed(1)} ms ${clockOffsetMs < 0 ? 'behind' : 'ahead of'} ours`
  return [
    `Sent from ${hostName} (Node ${nodeVersion}; its clock is ${apart}, ± ${clockUncertaintyMs.toFixed(1)} ms).`,
  ]
}
