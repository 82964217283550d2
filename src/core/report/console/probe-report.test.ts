import { expect, test } from 'vitest'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { ProbeSummary } from '../../model/run/probes.ts'
import { readResult } from '../../result-file/read-result.ts'
import { splitResults } from '../../result-file/split-results.ts'
import { consoleReport } from './console-report.ts'
import { exampleRun } from '../example-run.test-support.ts'
import { resultJson } from '../result-file/result-json.ts'

const probes: ProbeSummary = {
  completed: 11,
  failed: 1,
  e2el: { medianMs: 20.125, p99Ms: 31, maxMs: 33.3 },
}

function runWith(probes: ProbeSummary | null, config: Partial<BenchmarkConfig> = {}) {
  const run = exampleRun({ percentileMetrics: ['e2el'], ...config })
  return { ...run, summary: { ...run.summary, probes } }
}

test('the report has probes after the head and before the latencies', () => {
  const lines = consoleReport(runWith(probes)).split('\n')
  const title = lines.indexOf('------------------Probe Requests------------------')
  expect(lines[title - 1]).toMatch(/^Total token throughput/)
  expect(lines.slice(title + 1, title + 7)).toEqual([
    'Probe requests completed:                11        ',
    'Probe requests failed:                   1         ',
    'Median probe E2EL (ms):                  20.12     ',
    'P99 probe E2EL (ms):                     31.00     ',
    'Max probe E2EL (ms):                     33.30     ',
    '----------------End-to-end Latency----------------',
  ])
})

test('the result file has them after the peaks, and is read back', () => {
  const text = resultJson(runWith(probes), { detailed: false })
  expect(text).toContain(
    '"rtfx": 0.0, "probe_completed": 11, "probe_failed": 1, "probe_median_e2el_ms": 20.125, ' +
      '"probe_p99_e2el_ms": 31.0, "probe_max_e2el_ms": 33.3, "mean_e2el_ms"',
  )
  const [written] = splitResults(text)
  expect(written && readResult(written).summary.probes).toEqual(probes)
})

test.each<[string, ProbeSummary | null, Partial<BenchmarkConfig>]>([
  ['none were sent', null, {}],
  ['all of them failed', { completed: 0, failed: 4, e2el: null }, {}],
  ['the client of that time knew none', probes, { compat: 'vllm-0.11' }],
])('neither has them where %s', (_, given, config) => {
  const run = runWith(given, config)
  expect(consoleReport(run) + resultJson(run, { detailed: false })).not.toMatch(/probe/i)
})
