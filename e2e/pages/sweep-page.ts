// Composing a sweep, and the page of its curve.
import { expect, type Locator, type Page } from '@playwright/test'
import { fill, goTo, heading } from './shell.ts'

export type Sweep = {
  readonly name: string
  readonly rates: string
  /** As many requests as come, without it. */
  readonly concurrencies?: string
  readonly secondsPerPoint: number
}

/** On a server that is ready; resolves when every point is done. */
export async function runSweep(window: Page, sweep: Sweep): Promise<void> {
  await goTo(window, 'Sweeps')
  await window.getByRole('button', { name: 'Compose a sweep' }).click()
  await fill(window, {
    'Request rates': sweep.rates,
    'Concurrency limits': sweep.concurrencies ?? 'none',
    'Seconds per point': String(sweep.secondsPerPoint),
    'Input length': '64',
    'Output length': '16',
    'Name of the sweep': sweep.name,
  })
  await window.getByRole('button', { name: 'Start the sweep' }).click()
  await expect(heading(window, sweep.name)).toBeVisible()
  await expect(window.getByRole('button', { name: 'Delete this sweep' })).toBeVisible()
}

/** One per load point, without the head. */
export function pointRows(window: Page): Locator {
  const table = window.getByRole('table', { name: 'Points of the sweep' })
  return table.getByRole('row').filter({ has: window.getByRole('rowheader') })
}
