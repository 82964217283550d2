import { expect, test } from 'vitest'
import { exampleRun } from '../run/example-run.test-support.ts'
import { shownResult } from './shown-result.ts'

const run = exampleRun()

test('an image names its result, and tells what was only simulated', () => {
  const head = (simulated: boolean) =>
    shownResult({
      name: 'Knee',
      runs: [{ ...run, facts: run.facts && { ...run.facts, simulated } }],
    }).head
  expect(head(true).name).toBe('Knee')
  expect(head(true).facts).toMatch(/^simulated · /)
  expect(head(false).facts).not.toContain('simulated')
})

test('a latency has the unit of the median run on the whole page', () => {
  const withMedian = (median: number) => {
    const { summary } = run
    if (summary === null) throw new Error('The example run has a summary.')
    const ttft = { ...summary.metrics.ttft, median }
    return { ...run, summary: { ...summary, metrics: { ...summary.metrics, ttft } } }
  }
  const unitOf = (...medians: readonly number[]) =>
    shownResult({ name: '', runs: medians.map(withMedian) }).unitOf('ttft')?.symbol
  expect(unitOf(90, 4000)).toBe('ms')
  expect(unitOf(90, 4000, 5000)).toBe('s')
  expect(unitOf()).toBeUndefined()
})
