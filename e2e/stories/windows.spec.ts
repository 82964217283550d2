// A window is only a view: closing, reloading or opening another loses nothing and shows the same.
import { expect, test } from '../fixtures.ts'
import { startRun } from '../pages/bench-page.ts'
import { cancelButton, cancelRun, someHaveEnded } from '../pages/run-page.ts'
import { startSimulator } from '../pages/servers-page.ts'
import { goTo, heading } from '../pages/shell.ts'

test('a reload in the middle of a run shows the run again', async ({ window }) => {
  await startSimulator(window, 'My simulator')
  await startRun(window, { name: 'Long run', requests: 4000, perSecond: 8 })
  await someHaveEnded(window, 10)
  await window.reload()

  await expect(heading(window, 'Long run')).toBeVisible()
  await expect(cancelButton(window)).toBeVisible()
  await someHaveEnded(window, 20)
  await cancelRun(window)
})

test('two windows stay in step', async ({ app, window }) => {
  const other = await app.openWindow()
  await startSimulator(window, 'Shared simulator')
  await goTo(other, 'Servers')
  await other
    .getByRole('link', { name: /Shared simulator/ })
    .first()
    .click()
  await expect(other.getByRole('button', { name: 'Benchmark it' })).toBeVisible()

  await startRun(window, { name: 'Shared run', requests: 4000, perSecond: 8 })
  await goTo(other, 'Results')
  await other.getByRole('link', { name: 'Shared run', exact: true }).click()
  await someHaveEnded(other, 5)
  await cancelRun(other)
  await expect(window.getByText('Cancelled', { exact: true }).first()).toBeVisible()

  await window.getByRole('button', { name: 'Rename Shared run' }).click()
  await window.getByRole('textbox', { name: 'Name', exact: true }).fill('Renamed here')
  await window.keyboard.press('Enter')
  await expect(heading(other, /Renamed here/)).toBeVisible()
})
