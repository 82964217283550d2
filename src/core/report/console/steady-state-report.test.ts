import { expect, test } from 'vitest'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { ReportLayout } from '#core/flags/output.ts'
import type { SteadyState } from '../../model/run/steady-state.ts'
import { exampleRun, exampleSteadyWindow } from '../example-run.test-support.ts'
import { pythonJson } from '../result-file/python-json.ts'
import { resultJson } from '../result-file/result-json.ts'
import { steadyStateObject } from '../result-file/result-entries.ts'
import { steadyStateReport } from './steady-state-report.ts'

function stats(value: number, ...percentiles: number[]): SteadyState['ttft'] {
  return {
    count: 3,
    mean: value,
    median: value,
    std: 0,
    min: value,
    max: value,
    percentiles: percentiles.map((percentile) => ({ percentile, value: value + 1 })),
  }
}

const steady: SteadyState = {
  window: exampleSteadyWindow,
  requestThroughput: 9.474,
  inputThroughput: 1000,
  outputThroughput: 500.5,
  totalTokenThroughput: 1500.5,
  ttft: stats(80, 99),
  tpot: stats(10, 90, 99, 50),
}

function steadyRun(config: Partial<BenchmarkConfig>) {
  const run = exampleRun(config)
  return { ...run, summary: { ...run.summary, steadyState: steady } }
}

function reportOf(config: Partial<BenchmarkConfig>): string | null {
  return steadyStateReport(steadyRun(config), 'vllm-bench')
}

test.each<[Partial<BenchmarkConfig>, ReportLayout, boolean]>([
  [{ maxConcurrency: 64 }, 'vllm', false],
  [{ maxConcurrency: 64, steadyState: true }, 'vllm', true],
  [{ requestRate: 4, steadyState: true }, 'vllm', true],
  [{ maxConcurrency: 64 }, 'vllm-bench', true],
  [{ maxConcurrency: 64, steadyState: false }, 'vllm-bench', false],
  [{ requestRate: 4 }, 'vllm-bench', false],
  [{ requestRate: 4, steadyState: true }, 'vllm-bench', true],
  [{ maxConcurrency: 64, steadyState: true, compat: 'vllm-0.30' }, 'vllm-bench', false],
])('with %j and the layout %s, report and result file have it: %s', (config, layout, isThere) => {
  const run = steadyRun(config)
  const result = JSON.parse(resultJson(run, { detailed: false, layout })) as object
  expect(steadyStateReport(run, layout) !== null).toBe(isThere)
  expect('steady_state' in result).toBe(isThere)
})

test('the block is that of the original’s Rust client, with a warning in our words', () => {
  expect(reportOf({ maxConcurrency: 64 })?.split('\n')).toEqual([
    'Warning: the steady state lasted 9.5 s, which may be too short to stand for the run',
    '============ Steady-State Metrics =============',
    'Concurrency threshold:              >= 0.95 * 64 = 61',
    'Window:                             1.5s -> 11.0s  (9.5s)',
    'Observed peak concurrency:          64',
    'Requests started in window:         100 / 120 (83.3%)',
    'Requests completed in window:       90',
    '-----------------------------------------------',
    'Request throughput (req/s):         9.47',
    'Output token throughput (tok/s):    500.50',
    'Input token throughput (tok/s):     1000.00',
    'Total token throughput (tok/s):     1500.50',
    '-----------------------------------------------',
    'Mean TTFT (ms):                     80.00',
    'Median TTFT (ms):                   80.00',
    'P99 TTFT (ms):                      81.00',
    '-----------------------------------------------',
    'Mean TPOT (ms):                     10.00',
    'Median TPOT (ms):                   10.00',
    'P90 TPOT (ms):                      11.00',
    'P99 TPOT (ms):                      11.00',
    '===============================================',
  ])
})

test('the object has its keys in its order', () => {
  const { window, ...rest } = steady
  const long = { ...rest, window: { ...window, isShort: false } }
  expect(pythonJson(steadyStateObject(long))).toBe(
    '{"window": {"start_s": 1.5, "end_s": 11.0, "duration_s": 9.5, "target_concurrency": 64, ' +
      '"threshold": 0.95, "threshold_abs": 61, "observed_peak": 64, ' +
      '"requests_started_in_window": 100, "requests_completed_in_window": 90, ' +
      '"requests_total": 120, "warning": null}, "request_throughput": 9.474, ' +
      '"input_throughput": 1000.0, "output_throughput": 500.5, "total_token_throughput": 1500.5, ' +
      '"mean_ttft_ms": 80.0, "median_ttft_ms": 80.0, "percentiles_ttft_ms": [[99.0, 81.0]], ' +
      '"mean_tpot_ms": 10.0, "median_tpot_ms": 10.0, "p90_tpot_ms": 11.0, "p99_tpot_ms": 11.0}',
  )
})
