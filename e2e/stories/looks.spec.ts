// Every view in five sizes, both themes and both languages: nothing overflows, is cut or is covered. With
// `KNEEPOINT_LOOKS=FOLDER`, each is saved there as an image, because a script cannot judge what is ugly or unclear.
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { seriousProblems } from '../pages/accessibility.ts'
import { ask, fillBlank, openHow } from '../pages/ask-page.ts'
import { startRun } from '../pages/bench-page.ts'
import { layoutFaults } from '../pages/layout-faults.ts'
import { someHaveEnded } from '../pages/run-page.ts'
import { idOf, openPlace, seeded, seededKinds } from '../pages/seeded.ts'
import { startServerElsewhere } from '../pages/server-elsewhere.ts'
import { startSimulator } from '../pages/servers-page.ts'
import { choose, fill, goTo, heading } from '../pages/shell.ts'
import { setLimit, varyUsualFlags } from '../pages/sweep-composer-page.ts'
import { sweepIsOver } from '../pages/sweep-page.ts'

const folder = process.env['KNEEPOINT_LOOKS']

const sizes = [
  { name: '1440', width: 1440, height: 900 },
  { name: '1280', width: 1280, height: 800 },
  { name: '800', width: 800, height: 600 },
  // 1280 × 800 at 200 %.
  { name: '200', width: 640, height: 400 },
  { name: '390', width: 390, height: 844 },
] as const
const themes = ['light', 'dark'] as const
const languages = ['en', 'zh'] as const

type View = Readonly<{ name: string; place: string; then?: (window: Page) => Promise<void> }>

const [knee, slower, steady, full] = [
  seeded.knee,
  seeded.slowerKnee,
  seeded.steady,
  seeded.full,
].map(idOf)

const views: readonly View[] = [
  { name: 'start', place: '/' },
  ...['run', 'hold', 'knee', 'capacity', 'compare', 'tune', 'size'].map((question) => ({
    name: `ask-${question}`,
    place: `/ask/${question}`,
  })),
  { name: 'ask-how', place: '/ask/run', then: openHow },
  { name: 'new-simulator', place: '/servers/new' },
  { name: 'attach', place: '/servers/attach' },
  { name: 'launch', place: '/servers/launch' },
  { name: 'hosts', place: '/hosts' },
  { name: 'new-host', place: '/hosts/new' },
  { name: 'results', place: '/results' },
  { name: 'sweeps', place: '/sweeps' },
  { name: 'knee', place: seeded.knee },
  { name: 'overlay', place: `${seeded.knee}?with=${slower}` },
  { name: 'capacity', place: seeded.capacity },
  { name: 'run', place: seeded.steady },
  { name: 'full', place: seeded.full },
  ...Object.entries(seededKinds).map(([kind, place]) => ({ name: `run-${kind}`, place })),
  { name: 'compare', place: `/compare?runs=${steady},${full}` },
  { name: 'curves', place: `/compare?of=${knee},${slower}` },
  { name: 'trend', place: `/trend?run=${steady}` },
  { name: 'predict', place: '/predict' },
  { name: 'glossary', place: '/glossary' },
  { name: 'docs', place: '/docs' },
  { name: 'docs-page', place: '/docs/measuring/requests' },
  { name: 'calibrate', place: '/calibrate' },
  { name: 'settings', place: '/settings' },
]

/** As they are before anything is added. */
const emptyViews: readonly View[] = ['/', '/ask', '/servers', '/hosts', '/results', '/sweeps'].map(
  (place) => ({ name: `empty-${place.slice(1) || 'start'}`, place }),
)

test(
  'every view without servers and results fits, too',
  { tag: '@nightly' },
  async ({ window }) => {
    test.setTimeout(900_000)
    await inEachLanguage(window, emptyViews)
  },
)

test.describe('with results', () => {
  test.use({ seeded: true, withKinds: true })

  test(
    'every view fits in every size, theme and language',
    { tag: '@nightly' },
    async ({ window }) => {
      test.setTimeout(3_600_000)
      const servers = [
        await startServerElsewhere(),
        await startServerElsewhere(['--slow-down', '60']),
      ]
      try {
        for (const [at, { url }] of servers.entries())
          await attach(window, url, `server ${'AB'[at]}`)
        // Stored results and forms first: what is measured takes minutes.
        await inEachLanguage(window, views)
        const gate = await measuredGate(window)
        const server = await placeAfter(window, () => startSimulator(window, 'My simulator'))
        await inEachLanguage(window, [{ name: 'server', place: server, then: sendPrompt }])
        const tuning = await measuredTuning(window)
        await openPlace(window, server)
        const live = await placeAfter(window, async () => {
          await startRun(window, { name: 'A run in progress', requests: 20_000, perSecond: 8 })
          await someHaveEnded(window, 5)
        })
        await inEachLanguage(window, [
          { name: 'gate', place: gate },
          { name: 'tuning', place: tuning },
          { name: 'live', place: live },
        ])
      } finally {
        await Promise.all(servers.map(({ stop }) => stop()))
      }
    },
  )
})

async function inEachLanguage(window: Page, shown: readonly View[]): Promise<void> {
  for (const language of languages) {
    await speak(window, language)
    for (const view of shown) await lookAt(window, view, language)
  }
  await speak(window, 'en')
  await window.setViewportSize(sizes[1])
}

async function lookAt(window: Page, { name, place, then }: View, language: string): Promise<void> {
  await window.setViewportSize(sizes[1])
  await openPlace(window, place)
  await window.locator('main :is(h1, h2, .empty-state)').first().waitFor()
  await then?.(window)
  for (const colorScheme of themes) {
    await window.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const { name: size, ...viewport } of sizes) {
      await window.setViewportSize(viewport)
      const look = `${name} at ${size} in ${language}, ${colorScheme}`
      await expect.soft
        .poll(() => layoutFaults(window), { message: look, timeout: 5000 })
        .toEqual([])
      if (folder === undefined) continue
      await window.waitForTimeout(400)
      const file = `${language}-${colorScheme}-${size}-${name}.jpg`
      await window.screenshot({ path: join(folder, file), type: 'jpeg', quality: 80 })
    }
  }
  const problems = await seriousProblems(window)
  expect.soft(problems, `${name} in ${language}`).toEqual([])
}

async function speak(window: Page, language: string): Promise<void> {
  await window.evaluate((chosen) => {
    localStorage.setItem('kneepoint.settings', JSON.stringify({ language: chosen }))
  }, language)
  await window.reload()
}

async function placeAfter(window: Page, act: () => Promise<void>): Promise<string> {
  await act()
  return window.evaluate(() => location.hash.slice(1))
}

async function attach(window: Page, url: string, name: string): Promise<void> {
  await goTo(window, 'Servers')
  await window.getByRole('button', { name: 'Attach', exact: true }).click()
  await fill(window, { 'Base URL': url, Name: name })
  await window.locator('form').getByRole('button', { name: 'Attach', exact: true }).click()
  await expect(heading(window, name)).toBeVisible()
}

function measuredGate(window: Page): Promise<string> {
  return placeAfter(window, async () => {
    await ask(window, 'Is B worse than A?')
    await fillBlank(window, 'Workload', { 'Input length': '32', 'Output length': '24' })
    await fillBlank(window, 'Load', { 'Request rate': '20', Requests: '40' })
    await choose(window, 'Server that may be worse', 'server B')
    await choose(window, 'Baseline', 'server A')
    await openHow(window)
    await fill(window, { 'Repeats at most': '4', 'Spread between starts': '0' })
    await window.keyboard.press('Control+Enter')
    await expect(heading(window, 'server B / server A')).toBeVisible()
    await expect(window.locator('[data-answer]')).toContainText(/^(Worse|Not worse|Undecided)/)
  })
}

function measuredTuning(window: Page): Promise<string> {
  return placeAfter(window, async () => {
    await ask(window, 'Which flags?')
    await choose(window, 'Server', 'My simulator')
    await fillBlank(window, 'Budget', { 'GPU time': '', Runs: '16' })
    await setLimit(window, '2000')
    await varyUsualFlags(window)
    await openHow(window)
    await window.getByRole('button', { name: 'Concurrency', exact: true }).click()
    await fill(window, {
      ...{ 'Equal answers': '90', 'Seconds per point': '1', From: '8', 'Up to': '32' },
      ...{ 'Input length': '16', 'Output length': '8', 'Name of the result': 'Best flags' },
    })
    await window.getByRole('button', { name: 'Start measuring' }).click()
    await expect(heading(window, 'Best flags')).toBeVisible()
    await sweepIsOver(window)
  })
}

async function sendPrompt(window: Page): Promise<void> {
  const form = window.locator('form.prompt')
  await form.getByRole('textbox').fill('Why is the sky blue?')
  await form.getByRole('button').click()
  await expect(window.locator('.response')).toHaveText(/\w/)
  await expect(window.locator('.response[aria-busy=true]')).toHaveCount(0)
}
