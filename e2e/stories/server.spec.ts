// The page of a server that runs elsewhere: what it does now, what was measured on it, and what to do once it stops.
import { expect, test } from '../fixtures.ts'
import { seriousProblems } from '../pages/accessibility.ts'
import { openHow } from '../pages/ask-page.ts'
import { runIsOver } from '../pages/run-page.ts'
import { openPlace } from '../pages/seeded.ts'
import { startServerElsewhere } from '../pages/server-elsewhere.ts'
import { fill, goTo, heading } from '../pages/shell.ts'

test('a server is watched, measured, and lost', async ({ window }) => {
  const server = await startServerElsewhere()
  try {
    await goTo(window, 'Servers')
    await window.getByRole('button', { name: 'Attach', exact: true }).click()
    await fill(window, { 'Base URL': server.url, Name: 'Elsewhere' })
    await window.locator('form').getByRole('button', { name: 'Attach', exact: true }).click()
    const now = window.getByRole('region', { name: 'Now' })
    await expect(now.getByText('Prefix cache hits, %')).toBeVisible()
    await expect(now.getByText(/^GPUs:/)).toBeVisible()

    await openPlace(window, '/servers/attach')
    await fill(window, { 'Base URL': server.url })
    await expect(window.getByText('This URL is attached already, as “Elsewhere”.')).toBeVisible()
    await window.getByRole('link', { name: 'Open it' }).click()
    await expect(now).toBeVisible()

    const chat = window.getByRole('region', { name: 'Chat check' })
    await chat.getByRole('textbox', { name: 'Prompt' }).fill('Are you there?')
    await chat.getByRole('button', { name: 'Send' }).click()
    await expect(chat.getByRole('log')).toHaveText(/\w/)
    await expect(chat.getByRole('definition').nth(1)).toHaveText(/^[1-9]/)
    await chat.getByText('Request as sent').click()
    await expect(chat.getByText('"Are you there?"')).toBeVisible()
    // A short response may end before it is cancelled.
    await expect(async () => {
      await chat.getByRole('button', { name: 'Send' }).click()
      await chat.getByRole('button', { name: 'Cancel' }).click({ timeout: 1000 })
      await expect(chat.getByText('Cancelled.')).toBeVisible({ timeout: 1000 })
    }).toPass()
    expect(await seriousProblems(window)).toEqual([])

    await window.getByRole('button', { name: 'Benchmark it' }).click()
    await openHow(window)
    await fill(window, {
      Requests: '200',
      'Request rate': '20',
      'Input length': '16',
      'Output length': '64',
      'Name of the result': 'Watched',
    })
    await window.getByRole('button', { name: 'Start measuring' }).click()
    await expect(heading(window, 'Watched')).toBeVisible()
    await goTo(window, 'Servers')
    const output = now.locator('.figure', { hasText: 'Output, tok/s' })
    await expect(output.locator('dd').first()).toHaveText(/^[1-9]/)
    await expect(now.getByRole('img', { name: /^Running: / })).toBeVisible()
    expect(await seriousProblems(window)).toEqual([])

    const runs = window.getByRole('region', { name: 'Latest runs' })
    await runs.getByRole('link', { name: 'Watched' }).click()
    await runIsOver(window)
    await window.goBack()
    await runs.getByRole('link', { name: 'Open in Results' }).click()
    await expect(window.getByRole('link', { name: 'Watched', exact: true })).toBeVisible()
    await window.getByRole('button', { name: 'On Elsewhere' }).click()
    await expect(window).not.toHaveURL(/server=/)
    await goTo(window, 'Servers')
    await window.getByRole('button', { name: 'Sweep it' }).click()
    await expect(window.getByRole('combobox', { name: 'Server' })).toContainText('Elsewhere')
    await goTo(window, 'Servers')
  } finally {
    await server.stop()
  }
  await expect(window.getByRole('alert')).toContainText('nothing listens there')
  await expect(window.getByText('Checked every 3 seconds')).toBeVisible()
  await expect(window.getByRole('region', { name: 'Now' })).toHaveCount(0)
  await expect(window.getByRole('region', { name: 'Latest runs' })).toBeVisible()
})
