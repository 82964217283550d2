// Uses the desktop program in a process that has no network but loopback: `node offline.ts FOLDER`. Prints what it found.
import type { Page } from '@playwright/test'
import { startElectron } from '../transports/electron.ts'
import { startSurroundings } from './surroundings.ts'

const [folder = ''] = process.argv.slice(2)
const surroundings = await startSurroundings()
const app = await startElectron(surroundings, { folder })
const window = await app.openWindow()
window.setDefaultTimeout(120_000)
await findKnee(window)
console.log('A knee was found.')
console.log(await refusalOf(window, 'http://llm.example:8000'))
process.exitCode = await app.close()
await surroundings.close()

async function findKnee(window: Page): Promise<void> {
  await window.getByRole('button', { name: 'Start and measure' }).click()
  const answer = window.getByRole('region', { name: 'Answer' })
  await answer
    .getByText(/Knee|No knee/)
    .first()
    .waitFor()
}

/** The sentence about a server that cannot be reached. */
async function refusalOf(window: Page, url: string): Promise<string> {
  await window.getByRole('link', { name: 'Servers', exact: true }).click()
  await window.getByRole('button', { name: 'Attach', exact: true }).click()
  await window.getByRole('textbox', { name: 'Base URL', exact: true }).fill(url)
  await window.locator('form').getByRole('button', { name: 'Attach', exact: true }).click()
  const sentence = window.getByText(/^No response from /).first()
  return (await sentence.textContent()) ?? ''
}
