// The desktop program beside other windows: it keeps the computer awake, and notifies on the bus of a Linux desktop.
import { expect, test } from '../fixtures.ts'
import type { Desktop } from '../desktop/desktop.ts'
import { missingOnBus, SessionBus } from '../desktop/session-bus.ts'
import { startSimulator } from '../pages/servers-page.ts'
import { goTo, heading } from '../pages/shell.ts'
import { startSweep } from '../pages/sweep-page.ts'
import { startElectron } from '../transports/electron.ts'

test(
  'a sweep keeps the computer awake, and its end is notified if the window is not in front',
  { tag: ['@desktop-only', '@desktop-nightly'] },
  async ({ folder, surroundings }) => {
    const missing = missingOnBus('dunst', 'dunstctl', 'dbus-monitor')
    test.skip(missing !== null, missing ?? '')
    const around = await surroundings()
    const bus = await SessionBus.start(folder)
    try {
      await bus.showNotifications(around.display)
      const calls = await bus.watchCalls()
      const app = await startElectron(around, { folder, env: bus.env })
      const window = await app.openWindow()
      await startSimulator(window, 'My simulator')
      await startSweep(window, { name: 'Overnight', rates: '20, 40', secondsPerPoint: 8 })
      await expect.poll(() => keepsAwake(app.desktop)).toBe(true)

      await goTo(window, 'Settings')
      await app.desktop.electron.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.minimize(),
      )
      // Playwright reports the focus to every page, whatever window has it.
      await window.evaluate(() => (document.hasFocus = () => false))
      await expect.poll(calls).toMatch(/member=Notify\n[^]*string "Overnight"/)
      await expect.poll(() => keepsAwake(app.desktop)).toBe(false)
      bus.pressNotification()
      await expect(heading(window, 'Overnight')).toBeVisible()
      expect(await app.close()).toBe(0)
    } finally {
      await bus.stop()
    }
  },
)

/** Electron numbers its blockers from 0 or 1. */
function keepsAwake(desktop: Desktop): Promise<boolean> {
  return desktop.electron.evaluate(({ powerSaveBlocker }) =>
    [0, 1, 2, 3].some((id) => powerSaveBlocker.isStarted(id)),
  )
}
