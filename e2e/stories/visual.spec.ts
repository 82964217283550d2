// Ten key states as images, compared with a tolerance. Renew them with `playwright test visual.spec --project web
// --update-snapshots`, and look at each.
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { startSimulator } from '../pages/servers-page.ts'
import { openPlace, seeded } from '../pages/seeded.ts'
import { openFold } from '../pages/shell.ts'

/** Another version or platform draws text and curves differently. */
const takenWith = { chromium: '156', platform: 'linux', arch: 'x64' }

const light = 'light' as const
const dark = 'dark' as const
const wide = { width: 1280, height: 800 }
const low = { width: 640, height: 400 }

type State = Readonly<{
  name: string
  place: string
  theme: 'light' | 'dark'
  size: Readonly<{ width: number; height: number }>
  /** Comes before, and stays for those after it: a composer needs a server. */
  first?: (window: Page) => Promise<void>
  /** Leads further from the place. */
  then?: (window: Page) => Promise<void>
}>

const states: readonly State[] = [
  { name: 'start', place: '/', theme: light, size: wide },
  { name: 'sweeps', place: '/sweeps', theme: dark, size: wide },
  { name: 'sweep-knee', place: seeded.knee, theme: light, size: wide },
  {
    name: 'sweep-two-curves',
    place: `${seeded.knee}?with=${seeded.slowerKnee.split('/').at(-1)}`,
    theme: dark,
    size: wide,
  },
  { name: 'sweep-capacity-low', place: seeded.capacity, theme: light, size: low },
  { name: 'run', place: seeded.steady, theme: light, size: wide },
  { name: 'run-low', place: seeded.full, theme: dark, size: low },
  {
    name: 'run-request',
    place: seeded.steady,
    theme: light,
    size: wide,
    async then(window) {
      await openFold(window, 'Requests')
      await window.getByRole('button', { name: 'Details of request 3', exact: true }).click()
      await expect(window.getByText('Beginning of the response')).toBeVisible()
    },
  },
  { name: 'ask-run', place: '/ask/run', theme: dark, size: wide, first: addStoppedServer },
  {
    name: 'ask-capacity',
    place: '/ask/capacity',
    theme: light,
    size: wide,
    async then(window) {
      await expect(window.getByRole('region', { name: 'Loads on an axis' })).toBeVisible()
    },
  },
]

test.use({ seeded: true, locale: 'en-US', timezoneId: 'UTC' })

test('ten states look as they did before', async ({ window, browser }) => {
  const version = browser.version()
  const isSame =
    version.startsWith(`${takenWith.chromium}.`) &&
    process.platform === takenWith.platform &&
    process.arch === takenWith.arch
  test.skip(
    !isSame,
    `The images were taken with Chromium ${takenWith.chromium} on ${takenWith.platform} ${takenWith.arch}; this is ` +
      `${version} on ${process.platform} ${process.arch}, which draws differently.`,
  )
  for (const state of states) await test.step(state.name, () => compare(window, state))
})

async function compare(
  window: Page,
  { name, place, theme, size, first, then }: State,
): Promise<void> {
  await window.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await window.setViewportSize(wide)
  await first?.(window)
  await window.setViewportSize(size)
  await window.clock.setFixedTime(new Date('2026-11-24T12:00:00Z'))
  await openPlace(window, place)
  await window.reload()
  // Runs and sweeps begin with their answer; plots come after it.
  if (/^\/(runs|sweeps)\/\w{8}-/.test(place)) {
    await expect(window.locator('[data-answer]').first()).toBeVisible()
    await expect(window.locator('canvas, svg[role="img"]').first()).toBeVisible()
  }
  await then?.(window)
  await window.mouse.move(0, 0)
  await window.evaluate(() => document.fonts.ready)
  await expect.soft(window).toHaveScreenshot(`${name}.png`, {
    maxDiffPixelRatio: 0.01,
    mask: [window.locator('time')],
    timeout: 20_000,
  })
}

async function addStoppedServer(window: Page): Promise<void> {
  await startSimulator(window, 'My simulator')
  await window.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(window.getByText('stopped').first()).toBeVisible()
}
