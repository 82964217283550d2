import { expect, test } from 'vitest'
import { benchmarkFieldsSchema } from '#core/flags/benchmark-fields.ts'
import { measured } from '../../stats/fixtures/requests.ts'
import { wholeSummary } from '../../stats/fixtures/summaries.ts'
import { exampleRun } from '../example-run.test-support.ts'
import { runFigures } from './runs-csv.ts'

const config = benchmarkFieldsSchema.parse({
  model: 'm',
  goodput: { ttft: 150 },
  metricPercentiles: [90],
})
const requests = Array.from({ length: 200 }, (_, index) =>
  measured({
    startS: index + 0.5 * ((index * 71) % 2),
    latencyS: 0.3 + 0.001 * ((index * 53) % 100),
    ttftS: 0.1 + 0.001 * ((index * 37) % 100),
  }),
)
const summary = wholeSummary(requests, config)

test.each([
  ...['request_throughput', 'request_goodput', 'output_throughput', 'total_token_throughput'],
  ...['mean_ttft_ms', 'p90_ttft_ms'],
])('the figure %s lies between the ends of its interval', (name) => {
  const figures = runFigures({ config, summary, startedAtEpochMs: null })
  const [low, value, high] = [`${name}_low`, name, `${name}_high`].map((key) => figures[key])
  expect(low).toBeLessThanOrEqual(Number(value))
  expect(high).toBeGreaterThanOrEqual(Number(value))
  expect(low).toBeLessThan(Number(high))
})

test('a figure without an interval has no columns of one', () => {
  const names = Object.keys(runFigures({ ...exampleRun(), startedAtEpochMs: null }))
  expect(names.filter((name) => /(ttft|goodput).*_(low|high)$/.test(name))).toEqual([])
})
