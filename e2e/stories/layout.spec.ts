// Nothing overflows, is cut or is covered, in any size and language.
import { expect, test } from '../fixtures.ts'
import { layoutFaults } from '../pages/layout-faults.ts'
import { startSimulator } from '../pages/servers-page.ts'

/** As it is documented, the smallest that is supported, and a laptop at 200 %. */
const sizes = [
  { width: 1280, height: 800 },
  { width: 800, height: 600 },
  { width: 640, height: 400 },
]

const places = [
  ...[
    '/',
    '/servers',
    '/servers/new',
    '/servers/attach',
    '/servers/launch',
    '/hosts',
    '/hosts/new',
  ],
  ...['/bench', '/sweeps', '/sweeps/new', '/results', '/calibrate', '/settings'],
]

test('every list and form fits the window', async ({ window, transport }) => {
  test.skip(transport !== 'web', 'a layout does not depend on what carries the calls')
  await startSimulator(window, 'My simulator')
  for (const language of ['en', 'zh']) {
    await window.evaluate((chosen) => {
      localStorage.setItem('kneepoint.settings', JSON.stringify({ language: chosen }))
    }, language)
    await window.reload()
    for (const place of places) {
      await window.evaluate((address) => (location.hash = address), place)
      for (const size of sizes) {
        await window.setViewportSize(size)
        const where = `${place} in ${language} at ${size.width} × ${size.height}`
        await expect.poll(() => layoutFaults(window), { message: where, timeout: 5000 }).toEqual([])
      }
    }
  }
})
