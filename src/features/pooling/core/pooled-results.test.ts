import { expect, test } from 'vitest'
import { compareRuns } from '#core/compare/compare-runs.ts'
import { measured } from '#core/stats/fixtures/requests.ts'
import { wholeSummary } from '#core/stats/fixtures/summaries.ts'
import { consoleReport } from '#core/report/console/console-report.ts'
import { printedReports } from '#core/report/console/printed-reports.ts'
import { exampleRun } from '#core/report/example-run.test-support.ts'
import { resultJson } from '#core/report/result-file/result-json.ts'
import { readResult } from '#core/result-file/read-result.ts'
import { splitResults } from '#core/result-file/split-results.ts'
import { finishedPoint as point } from '#core/sweep/finished-point.test-support.ts'
import { judgeSweep } from '#core/sweep/judge-curve.ts'

const pooled = { backend: 'openai-embeddings', endpoint: '/v1/embeddings' } as const

test('the wide report has rows of its own', () => {
  const lines = printedReports['vllm-bench'](exampleRun(pooled)).join('\n').split('\n')
  expect(lines[0]).toBe('============ Embedding/Pooling Benchmark Result ============')
  expect(lines.some((line) => line.startsWith('Input token throughput (tok/s):'))).toBe(true)
  expect(lines.filter((line) => /TTFT|generated|Output/.test(line))).toEqual([])
})

test('report and result file have probes', () => {
  const probes = { completed: 11, failed: 1, e2el: { medianMs: 20.125, p99Ms: 31, maxMs: 33.3 } }
  const run = exampleRun({ percentileMetrics: ['e2el'], ...pooled })
  const probed = { ...run, summary: { ...run.summary, probes } }
  expect(consoleReport(probed)).toContain('Probe requests completed:                11 ')
  expect(resultJson(probed, { detailed: false })).toMatch(
    /"total_token_throughput": [\d.]+, .*"probe_completed": 11, "probe_failed": 1/,
  )
})

test('a sweep has its knee by requests', () => {
  const points = [point(1, 1, 11), point(2, 1.1, 11.1), point(4, 1.2, 11.2), point(8, 1.3, 20, 8)]
  const judged = points.map(({ config, summary }) => ({
    config: { ...config, ...pooled },
    summary: { ...summary, outputThroughput: 0 },
  }))
  expect(judgeSweep(judged).knee).toMatchObject({ kind: 'between', low: { position: 2 } })
})

test('comparisons have no figures of tokens but of the prompts', () => {
  const { config } = exampleRun({ ...pooled, requestRate: 10 })
  const run = (slowness: number) => {
    const requests = Array.from({ length: 800 }, (_, index) =>
      measured({ startS: index / 10, ttftS: 0, latencyS: slowness * (1 + (index % 7) / 50) }),
    )
    return { config, summary: wholeSummary(requests, config) }
  }
  expect(new Set(compareRuns(run(1), run(1.1)).map(({ name }) => name))).toEqual(
    new Set([
      'requestThroughput',
      'inputsThroughput',
      'totalTokenThroughput',
      'e2el',
      'failedShare',
    ]),
  )
})

test('a result file has lengths and latencies only', () => {
  const text = JSON.stringify({
    ...{ date: '20240805-101112', model_id: 'meta/llama', tokenizer_id: 'meta/llama' },
    ...{ num_prompts: 3, request_rate: 2.5, duration: 2, completed: 2, total_input_tokens: 30 },
    ...{ request_throughput: 1, backend: 'openai-embeddings', input_lens: [4, 6] },
    ...{ errors: ['', ''], latencies: [0.2, 0.4], mean_e2el_ms: 300, median_e2el_ms: 300 },
    ...{ std_e2el_ms: 100, total_input_sequences: 6, input_sequence_throughput: 3 },
  })
  const [written] = splitResults(text)
  if (written === undefined) throw new Error('no result')
  const { summary, config, backend } = readResult(written)
  expect(summary).toMatchObject({ totalOutputTokens: 0, totalTokenThroughput: 15 })
  expect(summary).toMatchObject({ totalInputs: 6, inputsThroughput: 3 })
  expect(config.metadata).toEqual({})
  expect(summary.metrics.e2el).toMatchObject({ mean: 300, count: 2, max: 400 })
  expect(summary.metrics.ttft.count).toBe(0)
  expect(backend).toBe('openai-embeddings')
})
