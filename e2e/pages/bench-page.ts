// Composing and starting a benchmark.
import { expect, type Locator, type Page } from '@playwright/test'
import { ask, chooseLoad, openHow } from './ask-page.ts'
import { choose, fill, heading } from './shell.ts'

export type Load = {
  readonly name: string
  readonly requests: number
  readonly perSecond: number
}

/** A common load, with every other field of the form in sight. */
export async function showEveryField(window: Page, card: string): Promise<void> {
  await chooseLoad(window, card)
  await openHow(window)
  const folded = window.locator('main details:not([open]) > summary')
  // What a section holds may be made once the page has seen it open, and may hold sections.
  const empty = window.locator('main details[open]:not(:has(> :not(summary)))')
  for (let left = await folded.count(); left > 0; left = await folded.count()) {
    await folded.first().click()
    await expect(empty).toHaveCount(0)
  }
}

/** From the page of a ready server; resolves when the run's own page is shown. */
export async function startRun(
  window: Page,
  load: Load,
  { on }: { readonly on?: string } = {},
): Promise<void> {
  await window.getByRole('button', { name: 'Benchmark it' }).click()
  await openHow(window)
  if (on !== undefined) await choose(window, 'Sent from', on)
  await fill(window, {
    Requests: String(load.requests),
    'Input length': '64',
    'Output length': '16',
    'Request rate': String(load.perSecond),
    'Name of the result': load.name,
  })
  await window.getByRole('button', { name: 'Start measuring' }).click()
  await expect(heading(window, load.name)).toBeVisible()
}

/** Resolves with the dialog that says what it would make of the command; `Fill the form` in it goes ahead. */
export async function pasteCommand(window: Page, command: string): Promise<Locator> {
  await ask(window, 'What happens at a load?')
  await window.getByRole('button', { name: 'Paste a command' }).click()
  const dialog = window.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Command line' }).fill(command)
  return dialog
}

/** Resolves with the dialog that shows them. */
export async function lookAtPrompts(window: Page): Promise<Locator> {
  await window.getByRole('button', { name: 'Look at the prompts' }).click()
  return window.getByRole('dialog')
}
