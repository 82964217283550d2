// Every metric that is exported, by its name.
import { comparedScalars } from '#core/metrics/figures.ts'
import { furtherNames, latencies, metricNames } from '#core/metrics/latencies.ts'
import { scalarOf } from '#core/metrics/scalar-names.ts'

/** `sum` grows from the start of the run; `gauge` is a value of now. The unit is `s`, or empty for a count or a rate. */
export type MetricRecord = Readonly<{ kind: 'sum' | 'gauge'; unit: string; description: string }>

function gauge(unit: string, description: string): MetricRecord {
  return { kind: 'gauge', unit, description }
}

function sum(unit: string, description: string): MetricRecord {
  return { kind: 'sum', unit, description }
}

const liveRecords = {
  'kneepoint.run.requests.planned': gauge('', 'Requests the run will send.'),
  'kneepoint.run.requests.due': sum('', 'Requests that the schedule has asked for.'),
  'kneepoint.run.requests.sent': sum('', 'Requests sent.'),
  'kneepoint.run.requests.completed': sum('', 'Requests answered in full.'),
  'kneepoint.run.requests.failed': sum('', 'Requests that failed.'),
  'kneepoint.run.requests.in_flight': gauge('', 'Requests sent and not yet answered in full.'),
  'kneepoint.run.requests.queued': gauge('', 'Requests due that wait for the concurrency limit.'),
  'kneepoint.run.stream_events': sum(
    '',
    'Stream events received; most servers send one per output token.',
  ),
  'kneepoint.run.ttft': gauge('s', 'Median time to first token of the latest responses.'),
  'kneepoint.run.itl': gauge('s', 'Mean inter-token latency of the latest tokens.'),
  'kneepoint.run.e2el': gauge('s', 'Median end-to-end latency of the latest responses.'),
  'kneepoint.client.send_lag_p99': gauge('s', 'How late requests leave, 99th percentile.'),
  'kneepoint.client.read_lag_p99': gauge('s', 'How late received data is read, 99th percentile.'),
  'kneepoint.client.cpu': gauge('', 'CPU use of the load generator, in cores.'),
} as const satisfies Readonly<Record<string, MetricRecord>>

export type LiveMetricName = keyof typeof liveRecords

export function resultName(figure: string): string {
  return `kneepoint.result.${figure}`
}

export const metricRecords: Readonly<Record<string, MetricRecord>> = {
  'kneepoint.runs': gauge('', 'Runs in progress.'),
  ...liveRecords,
  ...Object.fromEntries(
    comparedScalars.map((name) => {
      const { csv = name } = scalarOf(name)
      return [resultName(csv), gauge('', `Of a run that has ended: ${csv.replaceAll('_', ' ')}.`)]
    }),
  ),
  ...Object.fromEntries(
    [...metricNames, ...furtherNames].map((name) => [
      resultName(name),
      gauge('s', `Of a run that has ended: ${latencies[name].title}.`),
    ]),
  ),
}
