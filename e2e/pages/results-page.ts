// The table of runs: files brought in, runs found.
import { expect, type Locator, type Page } from '@playwright/test'
import { goTo } from './shell.ts'
import type { SavedFile } from './saved-file.ts'

/** Resolves with what the page says came of the file. */
export async function importFile(window: Page, { name, bytes }: SavedFile): Promise<Locator> {
  await goTo(window, 'Results')
  const file = { name, mimeType: 'application/json', buffer: bytes }
  await window.getByLabel('Result files').setInputFiles(file)
  const outcome = window.getByRole('status', { name: 'Imported files' })
  await expect(outcome.getByRole('button', { name: 'Close' })).toBeVisible()
  return outcome
}

export async function showOnly(window: Page, source: string): Promise<void> {
  const sources = window.getByRole('group', { name: 'Where runs come from' })
  await sources.getByRole('button', { name: source, exact: true }).click()
}

/** One per run, without the head. */
export function runRows(window: Page): Locator {
  const table = window.getByRole('table', { name: 'Results' })
  return table.getByRole('row').filter({ has: window.getByRole('rowheader') })
}
