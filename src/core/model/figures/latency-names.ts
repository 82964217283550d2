// What latencies are called. The names that our tables, limits and files use are those of the original.
import type { ReportableMetricName } from '../fields/report-fields.ts'

export const latencyLabels: Readonly<Record<ReportableMetricName, string>> = {
  ttft: 'TTFT',
  tpot: 'TPOT',
  itl: 'ITL',
  e2el: 'E2EL',
  token_latency: 'Token Latency',
  client_queue_time: 'Client Queue Time',
  e2el_including_client_queue: 'E2EL incl. Client Queue',
}

/** Of a figure of a latency: `mean`, which is null, or `p` with the percentile. */
export function statisticName(percentile: number | null): string {
  return percentile === null ? 'mean' : `p${percentile}`
}
