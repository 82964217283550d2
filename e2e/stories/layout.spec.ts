// Nothing overflows, is cut or is covered, in any size and language; Chinese is looked at in dark.
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { chooseQuestion, closeBlank, openBlank, openHow } from '../pages/ask-page.ts'
import { showEveryField } from '../pages/bench-page.ts'
import { layoutFaults } from '../pages/layout-faults.ts'
import { idOf, openPlace, seeded, seededKinds } from '../pages/seeded.ts'
import { startSimulator } from '../pages/servers-page.ts'
import { choose, goTo, openFold } from '../pages/shell.ts'
import { composeSweep, varyUsualFlags } from '../pages/sweep-composer-page.ts'

/** As it is documented, the smallest for work, a laptop at 200 %, and a phone to watch a run on. */
const sizes = [
  { width: 1280, height: 800 },
  { width: 800, height: 600 },
  { width: 640, height: 400 },
  { width: 390, height: 844 },
] as const

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
  ...[
    ...[
      '/ask/run',
      '/ask/hold',
      '/ask/knee',
      '/ask/capacity',
      '/ask/compare',
      '/ask/tune',
      '/ask/size',
    ],
    '/sweeps',
    '/results',
    '/trend',
    '/glossary',
    '/docs',
    '/calibrate',
    '/settings',
  ],
]

test('every list and form fits the window', async ({ window }) => {
  await startSimulator(window, 'My simulator')
  await lookAtAll(window, places)
})

test('every field of a benchmark fits the window', { tag: '@nightly' }, async ({ window }) => {
  await startSimulator(window, 'My simulator')
  await openPlace(window, '/ask/run')
  for (const card of ['Agents', 'Embeddings', 'Chat']) {
    await showEveryField(window, card)
    await lookInEverySize(window, card)
  }
})

test('what starts is in sight beside or below every composer', async ({ window }) => {
  await startSimulator(window, 'My simulator')
  for (const [place, name] of [
    ['/ask/run', 'Start measuring'],
    ['/ask/tune', 'Start measuring'],
    ['/servers/launch', 'Launch'],
  ] as const) {
    await openPlace(window, place)
    const start = window.getByRole('complementary').getByRole('button', { name, exact: true })
    for (const size of sizes) {
      await window.setViewportSize(size)
      await expect(start).toBeInViewport({ ratio: 1 })
    }
  }
})

test('a blank of every kind fits the window', { tag: '@nightly' }, async ({ window }) => {
  await startSimulator(window, 'My simulator')
  for (const [place, blank] of [
    ['/ask/run', 'Load'],
    ['/ask/run', 'Workload'],
    ['/ask/hold', 'Duration'],
    ['/ask/knee', 'Loads'],
    ['/ask/capacity', 'Limits'],
    ['/ask/tune', 'Flags that may vary'],
    ['/ask/tune', 'Budget'],
    ['/ask/size', 'Demand'],
  ] as const) {
    await openPlace(window, place)
    await openBlank(window, blank)
    for (const size of sizes) {
      await window.setViewportSize(size)
      // The popover covers part of the form on purpose.
      const faults = async () =>
        (await layoutFaults(window)).filter((fault) => !fault.startsWith('covered'))
      const where = `${blank} of ${place} at ${size.width} × ${size.height}`
      await expect.poll(faults, { message: where }).toEqual([])
    }
    await closeBlank(window)
    await window.setViewportSize(sizes[0])
  }
})

test('a pair, a search and a tuning fit the forms', { tag: '@nightly' }, async ({ window }) => {
  await startSimulator(window, 'My simulator')
  await composeSweep(window)
  for (const question of ['Where is the knee?', 'How much load?', 'Which flags?']) {
    await chooseQuestion(window, question)
    await openHow(window)
    if (question === 'Which flags?') await varyUsualFlags(window)
    await lookInEverySize(window, question)
    await window.setViewportSize(sizes[0])
  }
  await goTo(window, 'Servers')
  await window.getByRole('button', { name: 'Launch', exact: true }).click()
  await choose(window, 'Run as', 'a prefill/decode pair with a router')
  await window.getByLabel('Model', { exact: true }).fill('Qwen/Qwen3-8B')
  await lookInEverySize(window, 'a pair')
})

test('an open list leaves the rail free', { tag: '@nightly' }, async ({ window }) => {
  await startSimulator(window, 'A simulator whose name is longer than the field it is chosen in')
  for (const size of sizes.slice(0, 2)) {
    await window.setViewportSize(size)
    await openPlace(window, '/ask/run')
    const rail = await window.getByRole('navigation').boundingBox()
    await window.getByRole('combobox', { name: 'Server', exact: true }).click()
    const list = await window.getByRole('listbox').boundingBox()
    expect(list?.x).toBeGreaterThanOrEqual((rail?.x ?? NaN) + (rail?.width ?? NaN))
    await window.keyboard.press('Escape')
  }
})

test.describe('with results', () => {
  test.use({ seeded: true, withKinds: true })

  test('every answer fits the window', async ({ window }) => {
    await lookAtAll(window, [
      ...['/', '/sweeps', '/results', ...Object.values(seeded), ...Object.values(seededKinds)],
      `${seeded.knee}?with=${idOf(seeded.slowerKnee)}`,
      `/compare?runs=${idOf(seeded.steady)},${idOf(seeded.full)}`,
      `/trend?run=${idOf(seeded.steady)}`,
    ])
  })

  test('a laptop shows the first latency of results with its tail, without scrolling', async ({
    window,
  }) => {
    await openPlace(window, '/results')
    const table = window.getByRole('table', { name: 'Results' })
    await expect(table.getByRole('columnheader', { name: 'TTFT p95' })).toBeInViewport({ ratio: 1 })
  })

  test(
    'the answer is in sight at 200 %, and every part of a run can be reached',
    { tag: '@nightly' },
    async ({ window }) => {
      await window.setViewportSize({ width: 640, height: 400 })
      for (const place of [seeded.knee, seeded.capacity, seeded.steady]) {
        await openPlace(window, place)
        const answer = window.locator('[data-answer]').first()
        await expect(answer).toBeInViewport({ ratio: 1 })
        await expect.poll(() => layoutFaults(window)).toEqual([])
      }
      for (const name of ['Distributions', 'Scatter', 'Requests', 'Failures (0)']) {
        await openFold(window, name)
        await expect.poll(() => layoutFaults(window), { message: name }).toEqual([])
      }
      await window.getByRole('button', { name: 'Details of request 3', exact: true }).click()
      const details = window.getByRole('complementary', { name: 'Request 3' })
      await expect(details.getByText('Beginning of the response')).toBeVisible()
      await expect.poll(() => layoutFaults(window)).toEqual([])
    },
  )
})

async function lookAtAll(window: Page, wanted: readonly string[]): Promise<void> {
  for (const language of ['en', 'zh']) {
    await window.emulateMedia({ colorScheme: language === 'en' ? 'light' : 'dark' })
    await window.evaluate((chosen) => {
      localStorage.setItem('kneepoint.settings', JSON.stringify({ language: chosen }))
    }, language)
    await window.reload()
    for (const place of wanted) {
      await openPlace(window, place)
      await lookInEverySize(window, `${place} in ${language}`)
    }
  }
}

async function lookInEverySize(window: Page, what: string): Promise<void> {
  for (const size of sizes) {
    await window.setViewportSize(size)
    const where = `${what} at ${size.width} × ${size.height}`
    await expect.poll(() => layoutFaults(window), { message: where }).toEqual([])
  }
}
