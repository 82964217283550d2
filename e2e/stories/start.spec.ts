// A new user gets from the start page to a curve with its knee, and finds the answer there later.
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { seriousProblems } from '../pages/accessibility.ts'
import { startServerElsewhere } from '../pages/server-elsewhere.ts'
import { goTo, heading } from '../pages/shell.ts'
import { pointRows, sweepAnswer, sweepIsOver } from '../pages/sweep-page.ts'

/** Where it is depends on what else this machine does: a client that is short of time gives no usable figures. */
const knee = /^(Knee|No knee)/

test('one click leads to a curve with its knee', async ({ window }) => {
  await expect(heading(window, 'Find the knee of your LLM server')).toBeVisible()
  await isAccessible(window)
  await window.getByRole('button', { name: 'Start and measure' }).click()
  await expect(heading(window, 'First knee (simulator)')).toBeVisible()
  await expect(sweepAnswer(window)).toHaveCount(0)
  await test.step('meanwhile the start page leads back to it, and starts no other', async () => {
    await goTo(window, 'Start')
    const progress = window.getByRole('region', { name: 'In progress' })
    await expect(progress.getByRole('link', { name: /First knee/ })).toBeVisible()
    await isAccessible(window)
    await window.getByRole('button', { name: 'Open the running sweep' }).click()
  })
  await sweepIsOver(window)
  await expect(window.getByRole('img', { name: /Time to first token/ })).toBeVisible()
  await expect(sweepAnswer(window).getByText(knee)).toBeVisible()
  await expect(pointRows(window)).toHaveCount(4)
  // The table was shown before the points were measured.
  await expect(pointRows(window).getByRole('cell', { name: '–' })).toHaveCount(0)
  await expect(window.getByText(/too few samples/i)).toHaveCount(0)

  await test.step('the start page has the answer and the server', async () => {
    await goTo(window, 'Start')
    await expect(window.getByRole('link', { name: /First knee.*knee/i })).toBeVisible()
    const servers = window.getByRole('region', { name: 'Servers' })
    await expect(servers.getByRole('link', { name: /ready/ })).toHaveCount(1)
    await isAccessible(window)
  })
})

test('a server is attached by its URL and chosen for a benchmark', async ({ window }) => {
  const server = await startServerElsewhere()
  try {
    const field = window.getByRole('textbox', { name: 'URL of the server' })
    await field.fill('ftp://127.0.0.1')
    await field.press('Enter')
    await expect(window.getByText('give an address that begins')).toBeVisible()
    await field.fill('http://127.0.0.1:9')
    await field.press('Enter')
    await expect(window.getByRole('alert')).toContainText('127.0.0.1:9')
    await isAccessible(window)
    await field.fill(server.url)
    await field.press('Enter')
    await expect(window.getByRole('button', { name: 'Start measuring' })).toBeEnabled()
    await expect(window.getByRole('combobox', { name: 'Server' })).toContainText('Llama')
  } finally {
    await server.stop()
  }
})

async function isAccessible(window: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await window.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await seriousProblems(window), colorScheme).toEqual([])
  }
}
