// Composing and starting a benchmark.
import { expect, type Page } from '@playwright/test'
import { fill, heading } from './shell.ts'

export type Load = {
  readonly name: string
  readonly requests: number
  readonly perSecond: number
}

/** From the page of a ready server; resolves when the run's own page is shown. */
export async function startRun(window: Page, load: Load): Promise<void> {
  await window.getByRole('button', { name: 'Benchmark it' }).click()
  await fill(window, {
    Requests: String(load.requests),
    'Input length': '64',
    'Output length': '16',
    'Request rate': String(load.perSecond),
    'Name of the run': load.name,
  })
  await window.getByRole('button', { name: 'Start the run' }).click()
  await expect(heading(window, load.name)).toBeVisible()
}
