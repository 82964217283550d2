import { expect, test } from 'vitest'
import { throughputFigure } from '#core/judgement/known-figures.ts'
import { telemetrySummarySchema } from '#core/model/run/telemetry.ts'
import { runFigures } from '#core/report/csv/runs-csv.ts'
import { exampleRun } from '#core/report/example-run.test-support.ts'
import { sampledScalars } from '#core/stats/scalar-values.ts'
import { parseLimit } from '#core/sweep/limit-text.ts'
import { exampleGpu } from './gpu-energy.test-support.ts'

const telemetry = telemetrySummarySchema.parse({ server: null, gpu: exampleGpu })
const run = exampleRun()
const sampled = { ...run, summary: { ...run.summary, telemetry, ...sampledScalars(telemetry) } }

test('energies are columns with their intervals', () => {
  const figures = runFigures({ ...sampled, startedAtEpochMs: null })
  expect(figures).toMatchObject({
    ...{ mean_power_w: 800, energy_per_token_j: 0.5 },
    ...{ energy_per_output_token_j: 1.5, energy_per_output_token_j_low: 1.45 },
    energy_per_output_token_j_high: 1.55,
  })
  expect(Object.keys(figures)).not.toContain('energy_per_good_token_j')
})

test('runs are compared by them', () => {
  expect(throughputFigure(sampled.summary, 'energyPerOutputToken')).toEqual({
    value: 1.5,
    interval: { low: 1.45, high: 1.55 },
  })
  expect(throughputFigure(sampled.summary, 'energyPerGoodToken')).toBeNull()
})

test('limits name them', () => {
  expect(parseLimit('energy-per-output-token <= 2.5 J/tok')).toEqual({
    ...{ name: 'energyPerOutputToken', percentile: null, bound: 2.5 },
  })
})
