import { expect, test } from 'vitest'
import { exampleRun, exampleSummary } from '../run/example-run.test-support.ts'
import { runStep } from './run-step.ts'

test('a run without a response is repeated', () => {
  expect(runStep(exampleRun({ summary: null }))).toBe('again')
  expect(runStep(exampleRun({ summary: exampleSummary({ completed: 0 }) }))).toBe('again')
})

test('a run of few requests is repeated with more, a long one leads to the capacity', () => {
  const few = exampleSummary({ completed: 20 })
  const many = exampleSummary({ completed: 5000 })
  const config = { metricPercentiles: [99] }
  expect(runStep(exampleRun({ config, summary: few }))).toBe('longer')
  expect(runStep(exampleRun({ config, summary: many }))).toBe('capacity')
})
