// From the flags that may vary to the setting with the highest capacity, with its command and its report.
import { expect, test } from '../../../../e2e/fixtures.ts'
import { ask, closeBlank, fillBlank, openBlank, openHow } from '../../../../e2e/pages/ask-page.ts'
import { layoutFaults } from '../../../../e2e/pages/layout-faults.ts'
import { openPlace } from '../../../../e2e/pages/seeded.ts'
import { saveThrough } from '../../../../e2e/pages/saved-file.ts'
import { startSimulator } from '../../../../e2e/pages/servers-page.ts'
import { fill, heading, openFold } from '../../../../e2e/pages/shell.ts'
import { openSweepFile, setLimit } from '../../../../e2e/pages/sweep-composer-page.ts'
import { sweepAnswer, sweepIsOver } from '../../../../e2e/pages/sweep-page.ts'

test('tune a simulated server within a small budget', { tag: '@nightly' }, async ({ window }) => {
  // Each setting restarts the simulator, which takes seconds on a busy machine.
  test.setTimeout(600_000)
  await startSimulator(window, 'My simulator')
  await ask(window, 'Which flags?')
  await openHow(window)
  await expect(window.getByText('Add the flags of the server that may vary')).toBeVisible()
  await window.getByRole('button', { name: 'Concurrency', exact: true }).click()
  await fillBlank(window, 'Budget', { 'GPU time': '', Runs: '24' })
  await fill(window, {
    'Equal answers': '90',
    'Seconds per point': '1',
    From: '8',
    'Up to': '32',
    'Input length': '16',
    'Output length': '8',
    'Name of the result': 'Best flags',
  })
  await setLimit(window, '2000')
  const flags = await openBlank(window, 'Flags that may vary')
  await flags.getByRole('button', { name: 'Vary the usual flags' }).click()
  await expect(window.getByText('--block-size does not vary.')).toBeVisible()
  await expect(flags.getByRole('combobox', { name: 'Flag 1 of axis 1' })).toHaveValue(
    'max-num-seqs',
  )
  await window.getByRole('button', { name: 'Vary it only under a condition' }).nth(1).click()
  await fill(window, { 'Values of the condition of axis 2': '1' })
  await window
    .getByRole('combobox', { name: 'Flag of the condition of axis 2' })
    .fill('max-num-seqs')
  await expect(window.getByText('must name another tuned flag')).toBeVisible()
  const [seats = ''] = (await window.getByLabel('Values of flag 1 of axis 1').inputValue()).split(
    ',',
  )
  await fill(window, { 'Values of the condition of axis 2': seats })
  await expect(window.getByText('must name another tuned flag')).toBeHidden()
  await closeBlank(window)
  const file = await saveThrough(window, 'File', 'Save as YAML')
  expect(file.bytes.toString()).toContain(`only-if:\n      max-num-seqs:\n        - ${seats}\n`)
  await openBlank(window, 'Flags that may vary')
  await window.getByRole('button', { name: 'Remove the condition of axis 2' }).click()
  await closeBlank(window)
  await openSweepFile(window, {
    name: file.name,
    mimeType: 'application/yaml',
    buffer: file.bytes,
  })
  await openBlank(window, 'Flags that may vary')
  await expect(window.getByLabel('Values of the condition of axis 2')).toHaveValue(seats)
  await closeBlank(window)
  await window.getByRole('button', { name: 'Start measuring' }).click()
  await expect(heading(window, 'Best flags')).toBeVisible()
  await sweepIsOver(window)

  const answer = sweepAnswer(window)
  await expect(answer).not.toBeEmpty()
  const line = await answer.locator('[data-answer]').innerText()
  for (const size of [
    { width: 640, height: 400 },
    { width: 800, height: 600 },
  ]) {
    await window.setViewportSize(size)
    await expect.poll(() => layoutFaults(window)).toEqual([])
  }
  const settings = window.getByRole('table', { name: 'Settings as they were measured' })
  await expect(settings).toContainText('the defaults')
  await expect(settings).toContainText('12/12')
  await openFold(window, 'Log')
  await expect(window.getByText('The defaults responded twice')).toBeVisible()
  const report = await saveThrough(window, 'Export', 'Summary as Markdown')
  expect(report.bytes.toString()).toContain('equal tokens')
  // The list of sweeps and the start page contain the same text.
  await openPlace(window, '/sweeps')
  await expect(window.getByRole('row', { name: 'Best flags' })).toContainText(line)
  await openPlace(window, '/')
  await expect(window.getByRole('link', { name: 'Best flags' })).toBeVisible()
  await expect(window.getByRole('main')).toContainText(line)
})
