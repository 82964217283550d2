import { expect, test } from 'vitest'
import { exampleRun } from '../example-run.test-support.ts'
import { runImageHead } from './image-head.ts'

test('an image of all plots names its run, and tells what was only simulated', () => {
  const run = exampleRun()
  const about = (simulated: boolean) =>
    runImageHead({ ...run, facts: run.facts && { ...run.facts, simulated } })
  expect(about(true).name).toBe(run.name)
  expect(about(true).facts).toMatch(/^simulated · /)
  expect(about(false).facts).not.toContain('simulated')
})
