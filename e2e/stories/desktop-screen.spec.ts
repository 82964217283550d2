// The desktop program on screens of other scales: the window fits, and keeps its place from one to the next.
import { expect, test } from '../fixtures.ts'
import type { Desktop } from '../desktop/desktop.ts'
import { layoutFaults } from '../pages/layout-faults.ts'
import { openPlace, seeded } from '../pages/seeded.ts'
import { startElectron } from '../transports/electron.ts'

const titleBarPx = 24

test.use({ seeded: true })

test(
  'at 150 % and again at 100 %, the window fits on the screen with nothing cut off',
  { tag: ['@desktop-only', '@desktop-nightly'] },
  async ({ folder, surroundings }) => {
    for (const scale of [1, 1.5, 1]) {
      const args = [`--force-device-scale-factor=${scale}`]
      const app = await startElectron(await surroundings(), { folder, args })
      const window = await app.openWindow()
      for (const place of ['/', '/results', seeded.knee, seeded.steady]) {
        await openPlace(window, place)
        expect(await layoutFaults(window), `${place} at ${scale}`).toEqual([])
      }
      expect(await window.evaluate(() => devicePixelRatio)).toBe(scale)
      const { bounds, area } = await placeOf(app.desktop)
      expect(bounds.x).toBeGreaterThanOrEqual(area.x)
      // Pixels of the screen are rounded to those of the window, and openbox puts a title bar above it.
      expect(bounds.x + bounds.width).toBeLessThanOrEqual(area.x + area.width + 1)
      expect(bounds.y + bounds.height).toBeLessThanOrEqual(area.y + area.height + titleBarPx)
      expect(await app.close()).toBe(0)
    }
  },
)

/** Size in device-independent pixels. */
function placeOf(desktop: Desktop) {
  return desktop.electron.evaluate(({ BrowserWindow, screen }) => {
    const [window] = BrowserWindow.getAllWindows()
    if (window === undefined) throw new Error('there is no window')
    return { bounds: window.getBounds(), area: screen.getPrimaryDisplay().workArea }
  })
}
