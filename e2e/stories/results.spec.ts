// The table of runs: selecting, deleting and bringing back.
import { expect, test } from '../fixtures.ts'
import { startRun } from '../pages/bench-page.ts'
import { runRows } from '../pages/results-page.ts'
import { startSimulator } from '../pages/servers-page.ts'
import { goTo } from '../pages/shell.ts'

test('selecting moves no row, and a deleted run can be brought back', async ({ window }) => {
  await startSimulator(window, 'My simulator')
  await startRun(window, { name: 'Short run', requests: 8, perSecond: 40 })
  await expect(window.getByRole('button', { name: 'Run again' })).toBeVisible()
  await goTo(window, 'Results')
  const row = runRows(window).first()
  const before = await row.boundingBox()
  await window.getByRole('checkbox', { name: 'Select Short run' }).check()
  const bar = window.getByRole('toolbar', { name: 'Selected runs' })
  await expect(bar).toBeVisible()
  expect(await row.boundingBox()).toEqual(before)

  await bar.getByRole('button', { name: 'Pin as baseline' }).click()
  await expect(row.getByRole('img', { name: 'Baseline' })).toBeVisible()

  await bar.getByRole('button', { name: 'Delete' }).click()
  await expect(runRows(window)).toHaveCount(0)
  const notice = window.getByRole('status', { name: 'Notices' })
  await notice
    .getByRole('listitem')
    .filter({ hasText: 'Deleted' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(runRows(window)).toHaveCount(1)

  await window.getByRole('checkbox', { name: 'Select Short run' }).check()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await notice
    .getByRole('listitem')
    .filter({ hasText: 'Deleted' })
    .getByRole('button', { name: 'Close' })
    .click()
  await expect(window.getByText('There are none yet.')).toBeVisible()
  await window.reload()
  await expect(window.getByText('There are none yet.')).toBeVisible()
})
