import { expect, test } from 'vitest'
import { benchmarkConfigSchema, defaultBenchmarkConfig } from './benchmark-config.ts'

test('the defaults are what a benchmark is of which nothing was said', () => {
  expect(defaultBenchmarkConfig).toEqual(benchmarkConfigSchema.parse({}))
  expect(Object.values(defaultBenchmarkConfig)).not.toContain(undefined)
})
