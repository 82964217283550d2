// The desktop program and the system around it: processes that die or sleep, clipboard, dialogs, files dragged in.
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import type { Desktop } from '../desktop/desktop.ts'
import { startRun } from '../pages/bench-page.ts'
import { runRows } from '../pages/results-page.ts'
import { cancelRun, openReason, someHaveEnded } from '../pages/run-page.ts'
import { startSimulator } from '../pages/servers-page.ts'
import { choose, goTo, heading } from '../pages/shell.ts'

const tag = ['@desktop-only', '@desktop-nightly']

test(
  'processes of Chromium die and the computer sleeps: the run goes on and says so',
  { tag },
  async ({ desktop, window }) => {
    await startSimulator(window, 'My simulator')
    await startRun(window, { name: 'Long run', requests: 4000, perSecond: 8 })
    await someHaveEnded(window, 5)

    for (const name of ['GPU', 'Network Service']) {
      const pid = await pidOf(desktop, name)
      process.kill(pid, 'SIGKILL')
      await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false)
      await window.reload()
      await expect(heading(window, 'Long run')).toBeVisible()
    }
    await someHaveEnded(window, 20)

    await sleep(desktop, 3000)
    await someHaveEnded(window, 50)
    await cancelRun(window)
    const reasons = await openReason(window, /^Client/)
    await expect(reasons).toContainText(/The client once stood still for \d/)
  },
)

test.describe('with results', () => {
  test.use({ seeded: true })

  test(
    'a result is saved with the dialog of the system, and dragged in again',
    { tag },
    async ({ desktop, folder, window }) => {
      const file = path.join(folder, 'saved.json')
      await goTo(window, 'Results')
      await expect(runRows(window)).not.toHaveCount(0)
      const before = await runRows(window).count()
      await runRows(window).getByRole('rowheader').getByRole('link').first().click()
      await askWhereToSave(window)
      await window.getByRole('button', { name: 'Export' }).click()
      await window.getByRole('menuitem', { name: 'Result as JSON, with every request' }).click()
      await expect.poll(() => desktop.titleOfActiveWindow()).toBe('Save As')
      desktop.keys('ctrl+a')
      desktop.xdotool('type', file)
      desktop.keys('Return')
      await expect.poll(() => existsSync(file)).toBe(true)

      await dropFile(window, file)
      await expect(window.getByRole('button', { name: 'Export' })).toBeVisible()
      await goTo(window, 'Results')
      await dropFile(window, file)
      await expect(window.getByText('1 run imported.')).toBeVisible()
      await expect(runRows(window)).toHaveCount(before + 1)
    },
  )
})

test(
  'a copied text reaches the clipboard, windows share their settings, nothing is registered',
  { tag },
  async ({ app, desktop, folder, window }) => {
    await startSimulator(window, 'My simulator')
    await window.getByRole('button', { name: 'Copy', exact: true }).first().click()
    await expect
      .poll(() => desktop.electron.evaluate(({ clipboard }) => clipboard.readText()))
      .toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)

    await goTo(window, 'Settings')
    await choose(window, 'Language', '简体中文')
    const second = await app.openWindow()
    await expect(second.getByRole('link', { name: '设置', exact: true })).toBeVisible()
    await choose(window, '语言', 'English')
    await expect(second.getByRole('link', { name: 'Settings', exact: true })).toBeVisible()
    await choose(window, 'Theme', 'Dark')
    await expect(second.locator('html')).toHaveAttribute('data-theme', 'dark')

    expect(await app.close()).toBe(0)
    const registered = ['.config/autostart', '.config/mimeapps.list', 'applications']
    expect(registered.filter((name) => existsSync(path.join(folder, name)))).toEqual([])
  },
)

/** Every process of the program stands still, as on a computer that sleeps. */
async function sleep(desktop: Desktop, ms: number): Promise<void> {
  const pids = await desktop.electron.evaluate(({ app, powerMonitor }) => {
    powerMonitor.emit('suspend')
    return app.getAppMetrics().map(({ pid }) => pid)
  })
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  await new Promise((resolve) => setTimeout(resolve, ms))
  for (const pid of pids) process.kill(pid, 'SIGCONT')
  await desktop.electron.evaluate(({ powerMonitor }) => void powerMonitor.emit('resume'))
}

/** By the name that it has as a service, or by its type. */
async function pidOf(desktop: Desktop, wanted: string): Promise<number> {
  const pid = await desktop.electron.evaluate(
    ({ app }, name) =>
      app.getAppMetrics().find((each) => each.name === name || String(each.type) === name)?.pid,
    wanted,
  )
  if (pid === undefined) throw new Error(`there is no process ${wanted}`)
  return pid
}

/** As without Playwright, which takes downloads to a folder of its own. */
async function askWhereToSave(window: Page): Promise<void> {
  const session = await window.context().newCDPSession(window)
  await session.send('Browser.setDownloadBehavior', { behavior: 'default' })
}

/** As Chromium does it for a file on the disk, over the middle of the page. */
async function dropFile(window: Page, file: string): Promise<void> {
  const session = await window.context().newCDPSession(window)
  const data = { items: [], files: [file], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 700, y: 500, data })
  }
  await session.detach()
}
