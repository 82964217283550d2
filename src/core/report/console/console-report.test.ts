import { describe, expect, test } from 'vitest'
import { benchmarkFieldsSchema, type BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { latenciesWith, metricNames } from '#core/metrics/latencies.ts'
import type { MetricStats } from '../../model/run/metric-stats.ts'
import type { RunSummary } from '../../model/run/run-summary.ts'
import { consoleReport } from './console-report.ts'
import { exampleRun } from '../example-run.test-support.ts'

function stats(mean: number, median: number, p99: number): MetricStats {
  const percentiles = [{ percentile: 99, value: p99 }]
  return { count: 1, mean, median, std: 0, min: 0, max: 0, percentiles }
}

// Numbers of two reports printed by releases of 2025.
const withE2el: RunSummary = {
  ...exampleRun().summary,
  completed: 4762,
  failed: 0,
  durationS: 1200.2071,
  totalInputTokens: 1083600,
  totalOutputTokens: 1108608,
  requestThroughput: 3.9676,
  requestGoodput: null,
  outputThroughput: 923.6808,
  totalTokenThroughput: 1826.525,
  metrics: {
    ...exampleRun().summary.metrics,
    ttft: stats(98.2956, 86.9838, 248.2149),
    tpot: stats(39.7411, 38.4312, 73.6891),
    itl: stats(71.5903, 59.6401, 256.7712),
    e2el: stats(8663.0577, 5606.8492, 41893.8271),
  },
}

const commonLines = [
  'Successful requests:                     4762      ',
  'Benchmark duration (s):                  1200.21   ',
  'Total input tokens:                      1083600   ',
  'Total generated tokens:                  1108608   ',
  'Request throughput (req/s):              3.97      ',
  'Output token throughput (tok/s):         923.68    ',
]

const latencySections = `\
---------------Time to First Token----------------
Mean TTFT (ms):                          98.30     
Median TTFT (ms):                        86.98     
P99 TTFT (ms):                           248.21    
-----Time per Output Token (excl. 1st token)------
Mean TPOT (ms):                          39.74     
Median TPOT (ms):                        38.43     
P99 TPOT (ms):                           73.69     
---------------Inter-token Latency----------------
Mean ITL (ms):                           71.59     
Median ITL (ms):                         59.64     
P99 ITL (ms):                            256.77    
----------------End-to-end Latency----------------
Mean E2EL (ms):                          8663.06   
Median E2EL (ms):                        5606.85   
P99 E2EL (ms):                           41893.83  
==================================================`

describe('the report after a run', () => {
  test('agrees byte for byte with reports of the original where they have the same rows', () => {
    const config = benchmarkFieldsSchema.parse({ percentileMetrics: [...metricNames] })
    const report = consoleReport({ config, summary: withE2el })
    const lines = report.split('\n')
    expect(lines[0]).toBe('============ Serving Benchmark Result ============')
    expect(lines.filter((line) => commonLines.includes(line))).toEqual(commonLines)
    expect(report.endsWith(`\n${latencySections}`)).toBe(true)
  })

  test('has the rows of the newest release in their order', () => {
    const { config, summary } = exampleRun({
      requestRate: 1.5,
      maxConcurrency: 8,
      goodput: { ttft: 150 },
      percentileMetrics: ['itl', 'ttft'],
      metricPercentiles: [50, 99.9],
    })
    expect(consoleReport({ config, summary }).split('\n')).toEqual([
      '============ Serving Benchmark Result ============',
      'Successful requests:                     2         ',
      'Failed requests:                         1         ',
      'Maximum request concurrency:             8         ',
      'Request rate configured (RPS):           1.50      ',
      'Benchmark duration (s):                  2.00      ',
      'Total input tokens:                      32        ',
      'Total generated tokens:                  5         ',
      'Request throughput (req/s):              1.00      ',
      'Request goodput (req/s):                 0.50      ',
      'Output token throughput (tok/s):         2.50      ',
      'Peak output token throughput (tok/s):    3.00      ',
      'Peak concurrent requests:                1.00      ',
      'Total token throughput (tok/s):          18.50     ',
      '---------------Time to First Token----------------',
      'Mean TTFT (ms):                          150.00    ',
      'Median TTFT (ms):                        150.00    ',
      'P50 TTFT (ms):                           150.00    ',
      'P99.9 TTFT (ms):                         199.90    ',
      '---------------Inter-token Latency----------------',
      'Mean ITL (ms):                           26.67     ',
      'Median ITL (ms):                         20.00     ',
      'P50 ITL (ms):                            20.00     ',
      'P99.9 ITL (ms):                          49.94     ',
      '==================================================',
    ])
  })

  test('prints the client queue where the load could make requests wait', () => {
    const asked: Partial<BenchmarkConfig> = {
      percentileMetrics: ['e2el', ...latenciesWith('isShownUnasked')],
    }
    const sectionsOf = (load: Partial<BenchmarkConfig>) =>
      consoleReport(exampleRun({ ...asked, ...load }))
        .split('\n')
        .filter((line) => /^-+[A-Z]/.test(line))
    const e2el = '----------------End-to-end Latency----------------'
    const queue = '---------------Client-side Queueing---------------'
    const both = '--------Queue-inclusive End-to-end Latency--------'
    expect(sectionsOf({})).toEqual([e2el])
    expect(sectionsOf({ requestRate: 2 })).toEqual([e2el])
    expect(sectionsOf({ maxConcurrency: 2 })).toEqual([e2el, queue])
    expect(sectionsOf({ maxConcurrency: 2, requestRate: 2 })).toEqual([e2el, queue, both])
    const text = consoleReport(exampleRun({ ...asked, maxConcurrency: 2, requestRate: 2 }))
    expect(text).toContain('Mean Client Queue Time (ms):             0.05      \n')
    expect(text).toContain('P99 E2EL incl. Client Queue (ms):        248.80    \n')
  })

  test('shares latency out over tokens where it is asked to, after the latencies', () => {
    const text = consoleReport(exampleRun({ percentileMetrics: ['token_latency', 'e2el'] }))
    const lines = text.split('\n')
    const title = lines.indexOf('-----Token Latency (e2e_latency / output_len)-----')
    expect(lines[title - 1]).toMatch(/^P99 E2EL/)
    expect(lines.slice(title + 1).map((line) => line.slice(0, 40))).toEqual([
      'Mean Token Latency (ms):                ',
      'Median Token Latency (ms):              ',
      'P99 Token Latency (ms):                 ',
      '='.repeat(40),
    ])
  })

  test('says how fast recordings were heard, before the tokens', () => {
    const { config, summary } = exampleRun()
    const lines = consoleReport({ config, summary: { ...summary, rtfx: 12.345 } }).split('\n')
    const row = lines.indexOf('RTFx (Inverse Real-Time Factor):         12.35     ')
    expect(lines[row + 1]).toMatch(/^Total token throughput/)
  })

  test('says nothing of tokens where there is no tokenizer', () => {
    const { config, summary } = exampleRun({ skipTokenizerInit: true })
    const report = consoleReport({ config, summary })
    expect(report).not.toMatch(/generated|tok\/s|TTFT|TPOT|ITL/)
    expect(report).toContain('Peak concurrent requests:')
  })

  test('does not cut a value that is wider than its column', () => {
    const { config, summary } = exampleRun()
    const report = consoleReport({ config, summary: { ...summary, totalInputTokens: 12345678901 } })
    expect(report).toContain('Total input tokens:                      12345678901\n')
  })
})
