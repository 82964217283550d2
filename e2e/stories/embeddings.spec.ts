// A server that reads and generates nothing: the form asks for no output, and the result shows none.
import { expect, test } from '../fixtures.ts'
import { openHow } from '../pages/ask-page.ts'
import { runIsOver, figureValue } from '../pages/run-page.ts'
import { parseJson, saveThrough } from '../pages/saved-file.ts'
import { startSimulator } from '../pages/servers-page.ts'
import { choose, fill, heading, openFold } from '../pages/shell.ts'

test('have texts embedded, read how fast', { tag: '@nightly' }, async ({ window }) => {
  await startSimulator(window, 'My simulator')
  await window.getByRole('button', { name: 'Benchmark it' }).click()
  await openHow(window)
  await choose(window, 'API', 'openai-embeddings')
  await expect(window.getByRole('textbox', { name: 'Output length' })).toHaveCount(0)
  await fill(window, {
    Requests: '40',
    'Input length': '64',
    'Prompts per request': '4',
    'Request rate': '5',
    'Name of the result': 'Vectors',
  })
  await window.getByRole('button', { name: 'Start measuring' }).click()
  await expect(heading(window, 'Vectors')).toBeVisible()
  await runIsOver(window)

  expect(await figureValue(window, 'Completed')).toBe(10)
  expect(await figureValue(window, 'Inputs')).toBe(40)
  await expect(window.getByRole('term').filter({ hasText: 'Output' })).toHaveCount(0)
  await expect(window.getByRole('row').filter({ hasText: 'TTFT' })).toHaveCount(0)

  await openFold(window, 'Distributions')
  await expect(window.getByRole('heading', { name: 'End-to-end latency (E2EL)' })).toBeVisible()
  await expect(window.getByRole('heading', { name: 'Time to first token' })).toHaveCount(0)

  const json = parseJson(await saveThrough(window, 'Export', 'Result as JSON'))
  expect(json).toMatchObject({ completed: 10, total_input_sequences: 40 })
})
