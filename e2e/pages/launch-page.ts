// Launching a server, as a reader does it.
import { expect, type Page } from '@playwright/test'
import { choose, fill, goTo, heading } from './shell.ts'

export type Launch = Readonly<{
  /** By its name; this computer without one. */
  host?: string
  model: string
  /** In place of `vllm serve`. */
  command: string
  /** `NAME=value`, one a line. */
  environment: string
  arguments: string
}>

/** Resolves when the form is filled and the command it stands for is shown. */
export async function composeLaunch(window: Page, launch: Launch): Promise<void> {
  await goTo(window, 'Servers')
  await window.getByRole('button', { name: 'Launch', exact: true }).click()
  await expect(heading(window, 'Launch a server')).toBeVisible()
  await expect(window.getByRole('searchbox', { name: /^Search \d+ flags$/ })).toBeVisible()
  if (launch.host !== undefined) await choose(window, 'Host', launch.host)
  await choose(window, 'Runtime', 'a custom command')
  await fill(window, {
    Command: launch.command,
    Environment: launch.environment,
    Arguments: launch.arguments,
  })
  await window.getByLabel('Model', { exact: true }).fill(launch.model)
  await expect(summary(window)).toContainText(launch.model)
}

export function summary(window: Page) {
  return window.getByRole('complementary', { name: 'Summary' })
}

/** Resolves when the server's own page is shown. */
export async function startLaunch(window: Page, name: string): Promise<void> {
  await summary(window).getByRole('button', { name: 'Launch', exact: true }).click()
  await expect(heading(window, name)).toBeVisible()
}
