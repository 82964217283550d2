// Nothing moves after the first paint of a page until the user acts.
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { delayMessages, layoutShifts } from '../pages/layout-shifts.ts'
import { openPlace, seeded } from '../pages/seeded.ts'
import { startSimulator } from '../pages/servers-page.ts'

const places = [
  ...['/', '/servers', '/servers/new', '/servers/attach', '/servers/launch', '/hosts'],
  ...['/hosts/new', '/ask/run', '/sweeps', '/ask/capacity', '/results', '/trend', '/glossary'],
  ...['/calibrate', '/settings'],
  ...Object.values(seeded),
  `${seeded.knee}?with=${seeded.slowerKnee.split('/').at(-1)}`,
]

/** A page of each kind: start, list, composer, answer. */
const everyDay = ['/', '/servers', '/ask/run', '/results', seeded.knee, seeded.steady]

/** Where lines break depends on language and size; two of the four combinations show it. */
const windows = [
  { language: 'en', size: { width: 1280, height: 800 }, pages: everyDay, tag: [] },
  { language: 'en', size: { width: 1280, height: 800 }, pages: places, tag: ['@nightly'] },
  { language: 'zh', size: { width: 800, height: 600 }, pages: places, tag: ['@nightly'] },
]

test.use({ seeded: true })

for (const { language, size, pages, tag } of windows) {
  const where = `${pages.length} pages, ${language} at ${size.width} × ${size.height}`
  test(`nothing moves while the data of a page arrives, ${where}`, { tag }, async ({ window }) => {
    await startSimulator(window, 'My simulator')
    await delayMessages(window, 120)
    await window.evaluate((chosen) => {
      localStorage.setItem('kneepoint.settings', JSON.stringify({ language: chosen }))
    }, language)
    await window.setViewportSize(size)
    for (const place of pages) await test.step(place, () => staysInPlace(window, place))
  })
}

/** The sum of shifts up to which a page counts as still; a line that moves half a window is 0.1. */
const still = 0.01

async function staysInPlace(window: Page, place: string): Promise<void> {
  await openPlace(window, place)
  await window.reload()
  const { score, shifts } = await layoutShifts(window, { quietMs: 500, atMostMs: 2500 })
  expect.soft(score < still ? [] : shifts).toEqual([])
}
