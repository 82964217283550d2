// Composing a sweep, and the page of its curve.
import { expect, type Locator, type Page } from '@playwright/test'
import { fill, heading } from './shell.ts'
import { addLimit, composeSweep, listLoads } from './sweep-composer-page.ts'

export type Sweep = {
  readonly name: string
  readonly rates: string
  /** As many requests as come, without it. */
  readonly concurrencies?: string
  readonly secondsPerPoint: number
  /** Those of the form, without them. */
  readonly percentiles?: string
  /** Of the 95th percentile of TTFT. */
  readonly limitMs?: string
}

/** On a server that is ready; resolves when every point is done. */
export async function runSweep(window: Page, sweep: Sweep): Promise<void> {
  await startSweep(window, sweep)
  await sweepIsOver(window)
}

/** Resolves when the sweep's own page is shown. */
export async function startSweep(window: Page, sweep: Sweep): Promise<void> {
  await composeSweep(window)
  await listLoads(window, sweep)
  await fill(window, {
    'Input length': '64',
    'Output length': '16',
    'Name of the result': sweep.name,
    ...(sweep.percentiles === undefined ? {} : { Percentiles: sweep.percentiles }),
  })
  if (sweep.limitMs !== undefined) await addLimit(window, sweep.limitMs)
  await window.getByRole('button', { name: 'Start measuring' }).click()
  await expect(heading(window, sweep.name)).toBeVisible()
}

/** Only a sweep that is over can be deleted. It takes what its points take; the story as a whole is bounded. */
export async function sweepIsOver(window: Page): Promise<void> {
  const remove = window.getByRole('button', { name: 'Delete this sweep' })
  await expect(remove).toBeVisible({ timeout: 0 })
}

/** What it found, in the words of every surface. */
export function sweepAnswer(window: Page): Locator {
  return window.getByRole('region', { name: /^(Answer|结果)$/ })
}

/** To be compared with others. */
export async function chooseCell(window: Page, name: string): Promise<void> {
  await window.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()
}

/** One per load point, without the heads. */
export function pointRows(window: Page): Locator {
  const table = window.getByRole('table', { name: 'Points of the sweep' })
  return table.getByRole('row').filter({ has: window.locator('th[scope="row"]') })
}
