// The form a sweep is composed in.
import type { Locator, Page } from '@playwright/test'
import { ask, closeBlank, fillBlank, openBlank, openHow } from './ask-page.ts'
import { fill } from './shell.ts'

/** Opens the question that lists its loads, with every other setting in sight. */
export async function composeSweep(window: Page): Promise<void> {
  await ask(window, 'Where is the knee?')
  await openHow(window)
}

export async function listLoads(
  window: Page,
  loads: Readonly<{ rates: string; concurrencies?: string; secondsPerPoint: number }>,
): Promise<void> {
  await fillBlank(window, 'Loads', {
    'Request rates': loads.rates,
    'Concurrency limits': loads.concurrencies ?? 'none',
    'Seconds per point': String(loads.secondsPerPoint),
  })
}

/** Sets the value of the first limit. */
export async function setLimit(window: Page, mostMs: string): Promise<void> {
  await fillBlank(window, 'Limits', { 'Value of limit 1': mostMs })
}

export async function varyUsualFlags(window: Page): Promise<void> {
  const controls = await openBlank(window, 'Flags that may vary')
  await controls.getByRole('button', { name: 'Vary the usual flags' }).click()
  await closeBlank(window)
}

/** A folded part of the form, opened. */
export async function unfold(window: Page, title: string): Promise<Locator> {
  const fold = window
    .locator('details.fold')
    .filter({ has: window.getByText(title, { exact: true }) })
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
