// Every view in light and dark: accessible, and on request photographed for the documentation.
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { seriousProblems } from '../pages/accessibility.ts'
import { ask } from '../pages/ask-page.ts'
import { showEveryField, startRun } from '../pages/bench-page.ts'
import { cancelButton, cancelRun, runIsOver, someHaveEnded } from '../pages/run-page.ts'
import { beginSimulator, startSimulator } from '../pages/servers-page.ts'
import { goTo, heading, openFold } from '../pages/shell.ts'
import { runSweep } from '../pages/sweep-page.ts'

/** What a view shows; in the order in which it is made. */
const contents = ['server', 'run', 'sweep'] as const

type View = {
  readonly name: string
  readonly of: (typeof contents)[number]
  /** Leads there and resolves when it is shown. */
  open(window: Page): Promise<void>
}

const themes = ['light', 'dark'] as const
const photographed = process.env['KNEEPOINT_SCREENSHOTS'] === '1'

/** A image deserves a curve with a knee and full plots; a check does not need to wait for them. */
const sweep = photographed
  ? {
      name: 'Where is the knee?',
      rates: '16, 32, 64, 96, 128',
      concurrencies: '16, none',
      secondsPerPoint: 5,
      percentiles: '50, 95',
      limitMs: '300',
    }
  : { name: 'Where is the knee?', rates: '4, 16', concurrencies: '2, none', secondsPerPoint: 1 }
const run = photographed
  ? { name: 'Demo run', requests: 400, perSecond: 40 }
  : { name: 'Demo run', requests: 40, perSecond: 20 }

const views: readonly View[] = [
  {
    name: 'start',
    of: 'sweep',
    async open(window) {
      await goTo(window, 'Start')
      await expect(window.getByRole('region', { name: 'Latest sweeps' })).toBeVisible()
    },
  },
  {
    name: 'server',
    of: 'server',
    async open(window) {
      await goTo(window, 'Servers')
      await expect(heading(window, 'Demo server')).toBeVisible()
    },
  },
  {
    name: 'hosts',
    of: 'server',
    open: (window) => goTo(window, 'Hosts'),
  },
  {
    name: 'new-server',
    of: 'server',
    async open(window) {
      await goTo(window, 'Servers')
      await window.getByRole('button', { name: 'Simulator', exact: true }).click()
      await expect(heading(window, 'Start the built-in simulator')).toBeVisible()
    },
  },
  {
    name: 'bench',
    of: 'server',
    async open(window) {
      await ask(window, 'What happens at a load?')
      await expect(window.getByRole('button', { name: 'Start measuring' })).toBeEnabled()
    },
  },
  {
    name: 'bench-agents',
    of: 'server',
    async open(window) {
      await ask(window, 'What happens at a load?')
      await showEveryField(window, 'Agents')
      await expect(window.getByRole('textbox', { name: 'GPU metrics URLs' })).toBeVisible()
    },
  },
  { name: 'run', of: 'run', open: openRun },
  ...['Distributions', 'Scatter', 'Requests', 'Failures (0)'].map((title) => ({
    name: `run-${title.toLowerCase()}`,
    of: 'run' as const,
    async open(window: Page) {
      await openRun(window)
      await openFold(window, title)
    },
  })),
  {
    name: 'sweeps',
    of: 'sweep',
    async open(window) {
      await goTo(window, 'Sweeps')
      await expect(window.getByRole('table', { name: 'Sweeps' })).toBeVisible()
    },
  },
  {
    name: 'new-sweep',
    of: 'server',
    async open(window) {
      await ask(window, 'How much load?')
      await expect(window.getByRole('button', { name: 'Start measuring' })).toBeEnabled()
    },
  },
  {
    name: 'sweep',
    of: 'sweep',
    async open(window) {
      await goTo(window, 'Sweeps')
      await window.getByRole('link', { name: sweep.name }).click()
      await expect(window.getByRole('img', { name: /Time to first token/ })).toBeVisible()
    },
  },
  ...['Heat map', 'Pareto', 'Settings', 'Sizing', 'Log'].map((title) => ({
    name: `sweep-${title.toLowerCase().replace(' ', '-')}`,
    of: 'sweep' as const,
    async open(window: Page) {
      await goTo(window, 'Sweeps')
      await window.getByRole('link', { name: sweep.name }).click()
      await openFold(window, title)
    },
  })),
  {
    name: 'comparison',
    of: 'sweep',
    async open(window) {
      await goTo(window, 'Results')
      await window.getByRole('button', { name: sweep.name }).click()
      // After those of all runs and of the sweep.
      for (const position of [2, 3]) await window.getByRole('checkbox').nth(position).check()
      await window.getByRole('button', { name: 'Compare 2 runs' }).click()
      await expect(heading(window, 'Comparison')).toBeVisible()
      await expect(window.getByRole('img', { name: /Time to first token/ }).first()).toBeVisible()
    },
  },
  {
    name: 'results',
    of: 'sweep',
    async open(window) {
      await goTo(window, 'Results')
      await expect(window.getByRole('table', { name: 'Results' })).toBeVisible()
    },
  },
]

for (const content of contents) {
  const tag = content === 'run' ? [] : ['@nightly']
  test(
    `every view of a ${content} is accessible in light and dark`,
    { tag },
    async ({ window }) => {
      await makeContent(window, photographed ? 'sweep' : content)
      for (const view of views.filter(({ of }) => of === content)) {
        await view.open(window)
        await lookAt(window, view.name)
      }
    },
  )
}

test('every other view is accessible in light and dark', async ({ window }) => {
  await makeContent(window, photographed ? 'sweep' : 'server')
  for (const name of await namesInNavigation(window)) {
    await goTo(window, name)
    await expect(window.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await lookAt(window, name.toLowerCase())
  }
})

/** With what comes before it. */
async function makeContent(window: Page, content: View['of']): Promise<void> {
  await startSimulator(window, 'Demo server')
  if (content === 'server') return
  await startRun(window, run)
  await runIsOver(window)
  if (content === 'sweep') await runSweep(window, sweep)
}

test(
  'a server that is starting is accessible in light and dark',
  { tag: '@nightly' },
  async ({ window }) => {
    await beginSimulator(window, 'Demo server', photographed ? 60 : 600)
    await expect(window.getByRole('progressbar').first()).toBeVisible()
    if (photographed) await window.waitForTimeout(25_000)
    await lookAt(window, 'servers')
    await window.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(window.getByText('stopped').first()).toBeVisible()
  },
)

test(
  'a run in progress is accessible in light and dark',
  { tag: '@nightly' },
  async ({ window }) => {
    await startSimulator(window, 'Demo server')
    await startRun(window, { name: 'Demo run', requests: photographed ? 1200 : 4000, perSecond: 8 })
    await someHaveEnded(window, photographed ? 80 : 5)
    await expect(cancelButton(window)).toBeVisible()
    await lookAt(window, 'live')
    await cancelRun(window)
  },
)

/** Views that are complete as soon as they are opened. */
async function namesInNavigation(window: Page): Promise<string[]> {
  const navigation = window.getByRole('navigation', { name: 'Main' })
  const names = await navigation.locator('.rail-link').allInnerTexts()
  const opened = ['servers', ...views.map(({ name }) => name)]
  return names.map((name) => name.trim()).filter((name) => !opened.includes(name.toLowerCase()))
}

async function openRun(window: Page): Promise<void> {
  await goTo(window, 'Results')
  await window.getByRole('link', { name: run.name, exact: true }).click()
  await runIsOver(window)
}

async function lookAt(window: Page, name: string): Promise<void> {
  for (const colorScheme of themes) {
    await window.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    if (photographed) await photograph(window, `${name}-${colorScheme}`)
    else await check(window, name, colorScheme)
  }
}

async function check(window: Page, name: string, theme: (typeof themes)[number]): Promise<void> {
  const about = theme === themes[0] ? 'everything' : 'colours'
  expect(await seriousProblems(window, about), `${name} in ${theme}`).toEqual([])
}

async function photograph(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `docs/images/${name}.png` })
}
