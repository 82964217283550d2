// How the desktop program ends and begins again: while something is measured, by a signal, a second time, elsewhere.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Desktop } from '../desktop/desktop.ts'
import { missingForDesktop, startSurroundings, type Surroundings } from '../desktop/surroundings.ts'
import { startRun } from '../pages/bench-page.ts'
import { someHaveEnded } from '../pages/run-page.ts'
import { startSimulator } from '../pages/servers-page.ts'
import { goTo, heading } from '../pages/shell.ts'
import { startElectron } from '../transports/electron.ts'
import { expect, test } from '../fixtures.ts'

const tag = ['@desktop-only', '@desktop-nightly']

test(
  'a run in progress is asked about, and kept when its process dies',
  { tag },
  async ({ desktop, window }) => {
    await desktop.noteQuestions()
    await startSimulator(window, 'My simulator')
    await startRun(window, { name: 'Long run', requests: 4000, perSecond: 8 })
    await someHaveEnded(window, 5)

    await desktop.quit()
    const question = await desktop.nextQuestion()
    expect(question.message).toContain('Long run')
    desktop.press(question, 'Keep Measuring')
    await someHaveEnded(window, 20)

    const generator = await desktop.electron.evaluate(
      ({ app }) => app.getAppMetrics().find(({ name }) => name === 'Kneepoint load generator')?.pid,
    )
    process.kill(generator ?? 0, 'SIGKILL')
    await expect(window.getByText("The load generator's process ended").first()).toBeVisible()
  },
)

/** How the system ends a program: a signal, the shutdown of the computer, a log-out that takes the screen away. */
const endings: Readonly<Record<string, (desktop: Desktop, screen: Surroundings) => unknown>> = {
  SIGTERM: (desktop) => desktop.electron.process().kill('SIGTERM'),
  SIGHUP: (desktop) => desktop.electron.process().kill('SIGHUP'),
  shutdown: (desktop) =>
    desktop.electron.evaluate(({ powerMonitor }) => void powerMonitor.emit('shutdown')),
  'log-out': (_desktop, screen) => screen.close(),
}

for (const [ending, end] of Object.entries(endings)) {
  test(
    `${ending} ends the program without a question, and keeps the run`,
    { tag },
    async ({ folder, surroundings }) => {
      test.skip(missingForDesktop() !== null, missingForDesktop() ?? '')
      const around = await surroundings()
      const screen = ending === 'log-out' ? await startSurroundings() : around
      const app = await startElectron(screen, { folder })
      const window = await app.openWindow()
      await startSimulator(window, 'My simulator')
      await startRun(window, { name: 'Long run', requests: 4000, perSecond: 8 })
      await someHaveEnded(window, 5)
      await end(app.desktop, screen)
      const code = await app.desktop.ended
      if (ending !== 'log-out') expect(code).toBe(0)

      const again = await startElectron(around, { folder })
      const shown = await again.openWindow()
      await goTo(shown, 'Results')
      await expect(shown.getByRole('row').filter({ hasText: 'Long run' })).toBeVisible()
      expect(await again.close()).toBe(0)
    },
  )
}

test(
  'a second start opens a window of the first; a place off the screen is not used',
  { tag },
  async ({ app, desktop, surroundings, folder, window }) => {
    await expect(heading(window, /./)).toBeVisible()
    const opened = app.browser.waitForEvent('page')
    const second = await startElectron(await surroundings(), { folder }).catch(() => null)
    await expect(heading(await opened, /./)).toBeVisible()
    expect(second).toBeNull()

    expect(await app.close()).toBe(0)
    const file = path.join(folder, 'window-state.json')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ maximized: false })
    const bounds = { x: 1919, y: 100, width: 1300, height: 850 }
    writeFileSync(file, JSON.stringify({ bounds, maximized: false }))
    const third = await startElectron(await surroundings(), { folder })
    await third.openWindow()
    const [x] = await third.desktop.electron.evaluate(
      ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getPosition() ?? [],
    )
    expect(x).toBeLessThan(1000)
    expect(await third.close()).toBe(0)
    expect(await desktop.ended).toBe(0)
  },
)
