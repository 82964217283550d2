import { expect, test } from 'vitest'
import { telemetrySummarySchema } from '../../model/run/telemetry.ts'
import { sampledScalars } from '#core/stats/scalar-values.ts'
import { throughputFigure } from '#core/judgement/known-figures.ts'
import { sampledTally } from '../../telemetry/summarize-telemetry.ts'
import { exampleRun } from '../example-run.test-support.ts'
import { runFigures } from './runs-csv.ts'

const telemetry = telemetrySummarySchema.parse({
  server: null,
  imbalance: 1.25,
  gpu: {
    ...{ count: 2, powerW: { mean: 800, max: 900 }, energyJ: 8000, energyPerOutputTokenJ: 2 },
    ...{ utilizationPercent: null, maxMemoryUsedMiB: null, maxTemperatureC: null },
    ...{ smClockMhz: null, throttling: [] },
    energyPerToken: {
      ...{ isSteady: true, startS: 5, endS: 45, energyJ: 6000, good: null },
      total: { valueJ: 0.5, tokens: 12_000, interval: null },
      output: { valueJ: 1.5, tokens: 4000, interval: { low: 1.45, high: 1.55 } },
    },
  },
})
const run = exampleRun()
const sampled = {
  ...run,
  summary: { ...run.summary, telemetry, ...sampledScalars(sampledTally(telemetry)) },
}

test('figures that were sampled are columns, energies with their intervals', () => {
  const figures = runFigures({ ...sampled, startedAtEpochMs: null })
  expect(figures).toMatchObject({
    ...{ mean_power_w: 800, energy_per_token_j: 0.5, imbalance: 1.25 },
    ...{ energy_per_output_token_j: 1.5, energy_per_output_token_j_low: 1.45 },
    energy_per_output_token_j_high: 1.55,
  })
  expect(Object.keys(figures)).not.toContain('energy_per_good_token_j')
  expect(Object.keys(runFigures({ ...run, startedAtEpochMs: null }))).not.toContain('mean_power_w')
})

test('runs are compared by them', () => {
  expect(throughputFigure(sampled.summary, 'energyPerOutputToken')).toEqual({
    value: 1.5,
    interval: { low: 1.45, high: 1.55 },
  })
  expect(throughputFigure(sampled.summary, 'imbalance')).toEqual({ value: 1.25, interval: null })
  expect(throughputFigure(sampled.summary, 'energyPerGoodToken')).toBeNull()
})
