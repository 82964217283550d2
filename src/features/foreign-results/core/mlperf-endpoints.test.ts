import { expect, test } from 'vitest'
import { readAll } from '#core/result-file/result-file.test-support.ts'

test('reads the summary of a point, with either spelling of percentiles', () => {
  const statistics = (key: string) => ({
    total: 4e9,
    avg: 1e9,
    percentiles: { [key]: 9e8, 90: 2e9 },
  })
  const summary = {
    ...{ n_samples_issued: 5, n_samples_completed: 4, n_samples_failed: 1, duration_ns: 8e9 },
    ...{ ttft: statistics('50'), tpot: statistics('50.0'), latency: { total: 8e9 } },
    output_sequence_lengths: { total: 400 },
  }
  const [run] = readAll(JSON.stringify(summary))
  expect(run).toMatchObject({
    tool: { name: 'MLPerf Endpoints', version: null },
    summary: { completed: 4, failed: 1, durationS: 8, totalOutputTokens: 400 },
  })
  expect(run?.summary.metrics.ttft).toMatchObject({ mean: 1000, median: 900 })
  expect(run?.summary.metrics.tpot.median).toBe(900)
})
