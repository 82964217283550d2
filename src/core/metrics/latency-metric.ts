// What the record of a latency states. The records are in latencies.ts.
import type { MadeKind } from '../model/benchmark/made-kind.ts'
import type { SeriesKey } from './series-keys.ts'
import type { MeasuredRequest } from '../stats/measured-request.ts'

export type LatencyMetric = Readonly<{
  /** In tables, limits and rows of the printed report. */
  label: string
  /** Heads its section of the printed report. */
  title: string
  /** Of one completed request, in seconds; null where it has none. `gaps` are all gaps between its tokens. */
  valueS: ((request: MeasuredRequest) => number | null) | 'gaps'
  /**
   * Benchmarks that have it: all, those whose tokens are timed, of these the ones whose responses reason, those that may
   * hold requests back, of these the paced, those that retry, those of agents, those of voices, and those whose
   * responses are sound, images or video. What a run does not have is
   * left out of its tables and reports.
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
  /** In result files and the printed report, as vLLM-Omni has it: in s, or s per s without a unit; in ms where left out. */
  written?: 'seconds' | 'ratio'
  /** Every run has it, with intervals. Runs are compared by it, and limits can be set on it; others are reported on request. */
  everyRun?: true
  /** Per token: not measured if tokens were not counted. */
  dividesByTokens?: true
  /** Its colour in plots. Latencies of `everyRun` need one. */
  hue?: SeriesKey
  /** Reported though `--percentile-metrics` does not ask for it, by backends that generate. */
  isUsual?: true
  /** Has a row on a run's page though `--percentile-metrics` does not ask for it. Rows of `everyRun` are always there. */
  isShownUnasked?: true
  /** A response has one value: columns per request and per turn, limits of `--goodput`. What it lasts until decides its interval. */
  perResponse?: Readonly<{ until: 'first-token' | 'end' }>
  /** A trajectory of an agent has one value, with the request that ended it. */
  perTrajectory?: true
  /** Every completed request has a value. */
  ofEveryRequest?: true
  /** Longer outputs make it longer: runs with outputs of different lengths are not compared by it. */
  growsWithOutput?: true
  /** Its statistics in runs of versions that did not have it. Required of every new latency of `everyRun`. */
  earlierRuns?: 'unmeasured'
  /** Histograms of vLLM's own measurement, the newest name first. */
  serverHistograms?: readonly string[]
  /** In the table of requests, as SQL in µs. Of the gaps, the longest. */
  requestColumn?: string
}>
