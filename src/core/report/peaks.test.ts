import { expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { measured } from '#core/stats/fixtures/requests.ts'
import { wholeSummary } from '#core/stats/fixtures/summaries.ts'
import { runFigures } from './csv/runs-csv.ts'
import { consoleReport } from './console/console-report.ts'

/** Four at a time, one after the other, all within the first second; three tokens each. */
const requests = Array.from({ length: 12 }, (_, at) =>
  measured({
    startS: 0.3 * Math.floor(at / 4),
    ttftS: 0.1,
    latencyS: 0.28,
    outputTokens: 3,
    interTokenLatenciesUs: Uint32Array.of(90_000, 90_000),
  }),
)
const config = { ...defaultBenchmarkConfig, maxConcurrency: 4, numPrompts: requests.length }
const summary = wholeSummary(requests, config)

test('the peaks of the original count by seconds and have its names on every surface', () => {
  expect(summary).toMatchObject({ maxOutputTokensPerS: 36, maxConcurrentRequests: 12 })
  const printed = consoleReport({ config, summary })
  expect(printed).toMatch(/Peak output token throughput \(tok\/s\): +36\.00/)
  expect(printed).toMatch(/Peak concurrent requests: +12\.00/)
  expect(runFigures({ config, summary, startedAtEpochMs: null })).toMatchObject({
    max_output_tokens_per_s: 36,
    peak_concurrency: 12,
  })
})

test('the peak in flight is the true one, also in the steady state, and has a name of its own', () => {
  expect(summary.peakConcurrency).toBe(4)
  expect(summary.steadyState?.window.observedPeak).toBe(4)
  expect(runFigures({ config, summary, startedAtEpochMs: null })).toMatchObject({
    peak_in_flight: 4,
  })
  expect(consoleReport({ config, summary })).not.toMatch(/in flight: +12/)
})
