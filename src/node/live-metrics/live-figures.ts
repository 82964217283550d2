// The live metrics of one run, from its latest report.
import type { LoadProgress } from '#contract/load-protocol.ts'
import type { LiveMetricName } from './metric-records.ts'

/** What is not known at the moment is left out. */
export function liveFigures(progress: LoadProgress): { name: LiveMetricName; value: number }[] {
  const { client } = progress
  const values: Readonly<Record<LiveMetricName, number | null>> = {
    'kneepoint.run.requests.planned': progress.planned,
    'kneepoint.run.requests.due': progress.asked,
    'kneepoint.run.requests.sent': progress.sent,
    'kneepoint.run.requests.completed': progress.completed,
    'kneepoint.run.requests.failed': progress.failed,
    'kneepoint.run.requests.in_flight': progress.inFlight,
    'kneepoint.run.requests.queued': progress.queued,
    'kneepoint.run.stream_events': progress.tokenEvents,
    'kneepoint.run.ttft': inSeconds(progress.recentTtftMs),
    'kneepoint.run.itl': inSeconds(progress.recentItlMs),
    'kneepoint.run.e2el': inSeconds(progress.recentE2elMs),
    'kneepoint.client.send_lag_p99': client.sendLagP99Us / 1e6,
    'kneepoint.client.read_lag_p99': client.readLagP99Us / 1e6,
    'kneepoint.client.cpu': client.cpuShare,
  }
  const names = Object.keys(values) as LiveMetricName[]
  return names.flatMap((name) => {
    const value = values[name]
    return value === null ? [] : [{ name, value }]
  })
}

function inSeconds(ms: number | null): number | null {
  return ms === null ? null : ms / 1000
}
