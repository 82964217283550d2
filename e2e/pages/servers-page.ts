// Starting the built-in server, as a reader does it.
import { expect, type Page } from '@playwright/test'
import { fill, goTo, heading } from './shell.ts'

/** Resolves when it is ready; its page is shown. */
export async function startSimulator(window: Page, name: string): Promise<void> {
  await beginSimulator(window, name, 0.2)
  await expect(window.getByRole('button', { name: 'Benchmark it' })).toBeVisible()
}

/** Resolves while it is still starting. */
export async function beginSimulator(window: Page, name: string, startupS: number): Promise<void> {
  await goTo(window, 'Servers')
  await window.getByRole('button', { name: 'Simulator', exact: true }).click()
  await fill(window, { 'Start-up time': String(startupS), Name: name })
  await window.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(heading(window, name)).toBeVisible()
}
