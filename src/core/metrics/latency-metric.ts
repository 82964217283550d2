// Definition of a latency. The records are in latencies.ts.
import type { MadeKind } from '#core/records/made-kind.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'

export type LatencyMetric = Readonly<{
  /** Latency of the base, or of the same feature, that a feature's latency follows in lists. */
  listedAfter?: string
  /** Name in tables, limits and rows of the printed report. */
  label: string
  /** Heads its section of the printed report. */
  title: string
  /** Value of one completed request in seconds; null if it has none. `gaps` are all gaps between its tokens. */
  valueS: ((request: MeasuredRequest) => number | null) | 'gaps'
  /**
   * Benchmarks that have it: all; those with token times; of these, those whose responses reason; those that may hold requests
   * back; of these, the paced ones; those that retry; agents; speech; those whose responses are audio, images or video. Tables
   * and reports of other runs omit it.
   */
  applies:
    | 'always'
    | 'token-times'
    | 'reasoning'
    | 'held-back'
    | 'held-back-paced'
    | 'retried'
    | 'agents'
    | 'realtime'
    | MadeKind
  /** Field of a benchmark that must be set for it to apply. */
  needs?: string
  /** Unit in result files and the printed report, as in vLLM-Omni: s, or s per s without a unit; ms if absent. */
  written?: 'seconds' | 'ratio'
  /** Every run has it, with intervals. Runs are compared by it, and limits can be set on it; others are reported on request. */
  everyRun?: true
  /** Divides by tokens, so it is not measured if tokens were not counted. */
  dividesByTokens?: true
  /** Colours in plots of the light and the dark theme, after Okabe and Ito. Required for latencies of `everyRun`. */
  colors?: readonly [light: string, dark: string]
  /** Backends that generate report it even if `--percentile-metrics` omits it. */
  isUsual?: true
  /** A run's page has a row for it even if `--percentile-metrics` omits it. Rows of `everyRun` are always shown. */
  isShownUnasked?: true
  /** One value per response: columns per request and per turn, limits of `--goodput`. `until` determines its interval. */
  perResponse?: Readonly<{ until: 'first-token' | 'end' }>
  /** One value per trajectory of an agent, stored with the request that ended it. */
  perTrajectory?: true
  /** Every completed request has a value. */
  ofEveryRequest?: true
  /** Field of the record that it is computed from. Files of requests omit its column if no request has the field. */
  field?: string
  /** Grows with the length of the output, so runs with different output lengths are not compared by it. */
  growsWithOutput?: true
  /** Statistics for runs of versions that lacked it. Required for every new latency of `everyRun`. */
  earlierRuns?: 'unmeasured'
  /** Histogram of the server's own measurement. */
  serverHistogram?: string
  /** SQL in µs over the table of requests; for gaps, the longest. */
  requestColumn?: string
}>

/** Latency with one value per response. Every run has it, except runs stored before it was added. */
export function once<const Until extends 'first-token' | 'end'>(until: Until) {
  return { everyRun: true, perResponse: { until }, earlierRuns: 'unmeasured' } as const
}
