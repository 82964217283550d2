// The form a sweep is composed in.
import type { Locator, Page } from '@playwright/test'
import { fill, goTo } from './shell.ts'

export async function composeSweep(window: Page): Promise<void> {
  await goTo(window, 'Sweeps')
  await window.getByRole('button', { name: 'Compose a sweep' }).click()
}

/** A folded part of the form, opened. */
export async function unfold(window: Page, title: string): Promise<Locator> {
  const fold = window.locator('details').filter({ has: window.getByText(title, { exact: true }) })
  if ((await fold.getAttribute('open')) === null) await fold.locator('summary').click()
  return fold
}

/** Of the 95th percentile of TTFT, in ms. */
export async function addLimit(window: Page, mostMs: string): Promise<void> {
  await unfold(window, 'Limits')
  await window.getByRole('button', { name: 'Add a limit' }).click()
  await fill(window, { 'Value of limit 1': mostMs })
}

export async function varyFlag(window: Page, flag: string, values: string): Promise<void> {
  await unfold(window, 'Other axes')
  // Advice on the limits comes late and moves the button, from under a pointer too.
  await window.getByRole('button', { name: 'Vary a flag' }).press('Enter')
  await window.getByRole('combobox', { name: 'Flag 1 of axis 1' }).fill(flag)
  await fill(window, { 'Values of flag 1 of axis 1': values })
}

/** One of the grid, by its row and its load. */
export function cell(window: Page, row: string, rate: number): Locator {
  const grid = window.getByRole('table', { name: 'Cells' })
  return grid.getByRole('button', { name: `${row}, ${rate}/s, no limit`, exact: true })
}

/** What the sweep amounts to, by the name of the figure. */
export function estimate(window: Page, name: string): Locator {
  const facts = window.getByRole('complementary').locator('dl')
  return facts.locator(`dt:text-is("${name}") + dd`)
}

type FileToOpen = string | Readonly<{ name: string; mimeType: string; buffer: Buffer }>

/** A path, or what a file holds. */
export async function openSweepFile(window: Page, file: FileToOpen): Promise<void> {
  await window.getByLabel('Open a sweep or tune file…').setInputFiles(file)
}
