// Latencies of requests that are retried, from the first attempt.
import { type LatencyMetric, once } from '#core/metrics/latency-metric.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'

/** Null for runs without retries. */
function fromFirstAttempt(column: string): string {
  const firstSent = "coalesce(json_extract(rejected_attempts, '$[0].sentAtUs'), sent_at_us)"
  return `(CASE WHEN rejected_attempts IS NULL THEN NULL ELSE ${column} + sent_at_us - ${firstSent} END)`
}

const latencies = {
  e2el_including_retries: {
    listedAfter: 'e2el_including_client_queue',
    label: 'E2EL incl. Retries',
    title: 'End-to-end Latency from the First Attempt',
    valueS: ({ latencyS, retried }: MeasuredRequest) =>
      retried === undefined ? null : retried.tookS + latencyS,
    ...once('end'),
    applies: 'retried',
    needs: 'retryStatus',
    colors: ['#a8482a', '#e0a183'],
    growsWithOutput: true,
    requestColumn: fromFirstAttempt('e2el_us'),
  },
  ttft_including_retries: {
    label: 'TTFT incl. Retries',
    title: 'Time to First Token from the First Attempt',
    valueS: ({ ttftS, retried }: MeasuredRequest) =>
      retried === undefined || ttftS === 0 ? null : retried.tookS + ttftS,
    ...once('first-token'),
    applies: 'retried',
    needs: 'retryStatus',
    colors: ['#2f6f96', '#8fc3dd'],
    requestColumn: fromFirstAttempt('ttft_us'),
  },
} as const satisfies Readonly<Record<string, LatencyMetric>>

export const gatewayMetrics = { latencies }
