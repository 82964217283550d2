import { expect, test } from 'vitest'
import { telemetrySummarySchema } from '../../model/run/telemetry.ts'
import { sampledScalars } from '#core/stats/scalar-values.ts'
import { throughputFigure } from '#core/judgement/known-figures.ts'
import { exampleRun } from '../example-run.test-support.ts'
import { runFigures } from './runs-csv.ts'

const telemetry = telemetrySummarySchema.parse({ server: null, imbalance: 1.25, gpu: null })
const run = exampleRun()
const sampled = { ...run, summary: { ...run.summary, telemetry, ...sampledScalars(telemetry) } }

test('figures that were sampled are columns', () => {
  expect(runFigures({ ...sampled, startedAtEpochMs: null })).toMatchObject({ imbalance: 1.25 })
  expect(Object.keys(runFigures({ ...run, startedAtEpochMs: null }))).not.toContain('imbalance')
})

test('runs are compared by them', () => {
  expect(throughputFigure(sampled.summary, 'imbalance')).toEqual({ value: 1.25, interval: null })
  expect(throughputFigure(sampled.summary, 'meanPowerW')).toBeNull()
})
