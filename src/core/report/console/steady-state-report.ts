// Section on the steady state that the original's Rust client prints after its report.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { compatProfileOf } from '../../compat/compat-profile-of.ts'
import { isSpreadOverTime } from '#core/traits/load-traits.ts'
import type { MetricStats } from '../../model/run/metric-stats.ts'
import type { ReportLayout } from '#core/flags/output.ts'
import type { SteadyState } from '../../model/run/steady-state.ts'
import type { PrintedRun } from './run-part.ts'
import { pythonFixed2 } from '#core/base/python-number.ts'
import { percentileText } from './reported-metrics.ts'

const blockWidth = 47
const labelWidth = 35
const title = ' Steady-State Metrics '

/** With `--steady-state`, or at rate `inf` in the layout of the original's Rust client; never in a compatibility profile. */
export function reportsSteadyState(config: BenchmarkConfig, layout: ReportLayout): boolean {
  const { keys } = compatProfileOf(config).result
  const isUnasked = layout === 'vllm-bench' && !isSpreadOverTime(config)
  return keys.includes('[steady state]') && (config.steadyState ?? isUnasked)
}

/** Null if the run has no steady state or the report omits it. No newline at the end. */
export function steadyStateReport(
  { config, summary: { steadyState } }: PrintedRun,
  layout: ReportLayout,
): string | null {
  return steadyState !== null && reportsSteadyState(config, layout) ? blockOf(steadyState) : null
}

function blockOf(steady: SteadyState): string {
  const { ttft, tpot } = steady
  return [
    ...shortWindowWarning(steady).map((sentence) => `Warning: ${sentence}`),
    title.padStart(Math.floor((blockWidth + title.length) / 2), '=').padEnd(blockWidth, '='),
    ...windowRows(steady),
    ruler,
    row('Request throughput (req/s):', pythonFixed2(steady.requestThroughput)),
    ...tokenRow('Output token throughput (tok/s):', steady.outputThroughput),
    row('Input token throughput (tok/s):', pythonFixed2(steady.inputThroughput)),
    ...tokenRow('Total token throughput (tok/s):', steady.totalTokenThroughput),
    ...(ttft.count === 0 ? [] : [ruler, ...latencyRows('TTFT', ttft)]),
    ...(tpot.count === 0
      ? []
      : [ruler, ...latencyRows('TPOT', withPercentiles(tpot, tpotPercentiles))]),
    '='.repeat(blockWidth),
  ].join('\n')
}

const ruler = '-'.repeat(blockWidth)

/** None if tokens were not counted. */
function tokenRow(label: string, rate: number | null): readonly string[] {
  return rate === null ? [] : [row(label, pythonFixed2(rate))]
}

/** One sentence or none. */
export function shortWindowWarning({ window }: SteadyState): readonly string[] {
  if (!window.isShort) return []
  return [
    `the steady state lasted ${window.durationS.toFixed(1)} s, which may be too short to stand for the run`,
  ]
}

function row(label: string, value: string): string {
  return `${label.padEnd(labelWidth)} ${value}`
}

function windowRows({ window }: SteadyState): readonly string[] {
  const { firstStartS, durationS, threshold, targetConcurrency, thresholdConcurrency } = window
  const fromS = (window.startS - firstStartS).toFixed(1)
  const toS = (window.endS - firstStartS).toFixed(1)
  const share = ((100 * window.requestsStarted) / Math.max(1, window.requestsTotal)).toFixed(1)
  return [
    row(
      'Concurrency threshold:',
      `>= ${pythonFixed2(threshold)} * ${targetConcurrency} = ${thresholdConcurrency}`,
    ),
    row('Window:', `${fromS}s -> ${toS}s  (${durationS.toFixed(1)}s)`),
    row('Observed peak concurrency:', String(window.observedPeak)),
    row(
      'Requests started in window:',
      `${window.requestsStarted} / ${window.requestsTotal} (${share}%)`,
    ),
    row('Requests completed in window:', String(window.requestsCompleted)),
  ]
}

/** Fixed, regardless of the percentiles requested for other latencies. */
const tpotPercentiles = [90, 99]

function withPercentiles(stats: MetricStats, wanted: readonly number[]): MetricStats {
  const percentiles = stats.percentiles.filter(({ percentile }) => wanted.includes(percentile))
  return { ...stats, percentiles }
}

function latencyRows(label: string, { mean, median, percentiles }: MetricStats): readonly string[] {
  return [
    row(`Mean ${label} (ms):`, pythonFixed2(mean)),
    row(`Median ${label} (ms):`, pythonFixed2(median)),
    ...percentiles.map(({ percentile, value }) =>
      row(`P${percentileText(percentile)} ${label} (ms):`, pythonFixed2(value)),
    ),
  ]
}
