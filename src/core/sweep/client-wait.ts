// Waiting in the client: under a limit on requests in flight, a due request waits until another one ends. Latency starts at
// sending, so the figures of such a point exclude part of the wait that users experience.
import type { MetricStats } from '../model/run/metric-stats.ts'
import type { Run } from '../model/run/run.ts'
import type { ComparableRun } from '#core/compare/comparable-figures.ts'

/** Minimum mean wait that matters, as a share of mean E2EL. */
const noticeableShare = 0.05

/** True if due requests waited noticeably for the limit; a load sent at once has no due times. */
export function waitsInClient({ config, summary }: Pick<Run, 'config' | 'summary'>): boolean {
  if (summary === null || config.requestRate === 'inf' || config.maxConcurrency === null)
    return false
  const { client_queue_time: wait, e2el } = summary.metrics
  return isMeasured(wait) && wait.mean > noticeableShare * e2el.mean
}

/** Mean E2EL from the time at which requests are due. */
export function dueLatencyMs({ config, summary }: ComparableRun): number {
  const { e2el_including_client_queue: due, e2el } = summary.metrics
  return config.requestRate !== 'inf' && isMeasured(due) ? due.mean : e2el.mean
}

/** Earlier versions did not measure it. */
function isMeasured(stats: MetricStats | undefined): stats is MetricStats {
  return stats !== undefined && stats.count !== 0
}
