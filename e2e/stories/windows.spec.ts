// A window is only a view: closing, reloading or opening another loses nothing and shows the same.
import { expect, test } from '../fixtures.ts'
import { startRun } from '../pages/bench-page.ts'
import { cancelButton, cancelRun, someHaveEnded } from '../pages/run-page.ts'
import { startSimulator } from '../pages/servers-page.ts'
import { goTo, heading } from '../pages/shell.ts'
import { startWeb } from '../transports/web.ts'

test(
  'a reload in the middle of a run shows the run again',
  { tag: '@desktop-nightly' },
  async ({ window }) => {
    await startSimulator(window, 'My simulator')
    await startRun(window, { name: 'Long run', requests: 4000, perSecond: 8 })
    await someHaveEnded(window, 10)
    await window.reload()

    await expect(heading(window, 'Long run')).toBeVisible()
    await expect(cancelButton(window)).toBeVisible()
    await someHaveEnded(window, 20)
    await cancelRun(window)
  },
)

test('a new tab needs no address with a token, and another browser says what it lacks', async ({
  app,
  browser,
  window,
}) => {
  await expect(heading(window, /./)).toBeVisible()
  const tab = await app.browser.newPage()
  await tab.goto(`${new URL(window.url()).origin}/#/servers`)
  await expect(tab.getByText('Start the built-in simulator').first()).toBeVisible()
  await expect(tab.getByText('has no access')).toBeHidden()

  const elsewhere = await browser.newContext()
  const stranger = await elsewhere.newPage()
  await stranger.goto(window.url())
  await expect(stranger.getByText('This browser has no access yet.')).toBeVisible()
  await elsewhere.close()
})

test('a restart keeps the address, and an open tab connects again', async ({ folder, browser }) => {
  const context = await browser.newContext()
  const first = await startWeb({ folder, browser: context })
  const tab = await first.openWindow()
  await expect(tab.getByRole('navigation', { name: 'Main' })).toBeVisible()
  const { origin } = new URL(tab.url())
  await first.close()
  await expect(tab.getByText('The connection to Kneepoint was lost')).toBeVisible()
  const second = await startWeb({ folder, browser: context })
  await expect(tab.getByText('The connection to Kneepoint was lost')).toBeHidden()
  expect(new URL((await second.openWindow()).url()).origin).toBe(origin)
  await context.close()
  await second.close()
})

test('two windows stay in step', { tag: '@desktop' }, async ({ app, window }) => {
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
