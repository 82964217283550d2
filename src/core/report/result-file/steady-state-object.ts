// The steady state as an object in the result file, keys as the original's Rust client names them.
import type { MetricStats } from '../../model/run/metric-stats.ts'
import type { SteadyState } from '../../model/run/steady-state.ts'
import { float, type PythonValue } from './python-json.ts'
import { shortWindowWarning } from '../console/steady-state-report.ts'

export function steadyStateObject(steady: SteadyState): Map<string, PythonValue> {
  const { ttft, tpot } = steady
  return new Map<string, PythonValue>([
    ['window', windowObject(steady)],
    ['request_throughput', float(steady.requestThroughput)],
    ['input_throughput', float(steady.inputThroughput)],
    ['output_throughput', rate(steady.outputThroughput)],
    ['total_token_throughput', rate(steady.totalTokenThroughput)],
    ['mean_ttft_ms', float(ttft.mean)],
    ['median_ttft_ms', float(ttft.median)],
    [
      'percentiles_ttft_ms',
      ttft.percentiles.map(({ percentile, value }) => [float(percentile), float(value)]),
    ],
    ['mean_tpot_ms', float(tpot.mean)],
    ['median_tpot_ms', float(tpot.median)],
    ['p90_tpot_ms', float(percentileOf(tpot, 90))],
    ['p99_tpot_ms', float(percentileOf(tpot, 99))],
  ])
}

function rate(perSecond: number | null): PythonValue {
  return perSecond === null ? null : float(perSecond)
}

/** Times count from the first successful start, as the original counts them. */
function windowObject(steady: SteadyState): Map<string, PythonValue> {
  const { window } = steady
  return new Map<string, PythonValue>([
    ['start_s', float(window.startS - window.firstStartS)],
    ['end_s', float(window.endS - window.firstStartS)],
    ['duration_s', float(window.durationS)],
    ['target_concurrency', window.targetConcurrency],
    ['threshold', float(window.threshold)],
    ['threshold_abs', window.thresholdConcurrency],
    ['observed_peak', window.observedPeak],
    ['requests_started_in_window', window.requestsStarted],
    ['requests_completed_in_window', window.requestsCompleted],
    ['requests_total', window.requestsTotal],
    ['warning', shortWindowWarning(steady)[0] ?? null],
  ])
}

function percentileOf({ percentiles }: MetricStats, wanted: number): number {
  return percentiles.find(({ percentile }) => percentile === wanted)?.value ?? 0
}
