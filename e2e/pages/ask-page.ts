// The composer: a question as a sentence with blanks, and everything else under How.
import { expect, type Locator, type Page } from '@playwright/test'
import { goTo } from './shell.ts'

export async function ask(window: Page, question: string): Promise<void> {
  await goTo(window, 'Ask')
  await chooseQuestion(window, question)
}

export async function chooseQuestion(window: Page, question: string): Promise<void> {
  const choice = window.getByRole('radio', { name: question, exact: true })
  await choice.check()
  await expect(choice).toBeChecked()
}

/** Shows the settings below the sentence. */
export async function openHow(window: Page): Promise<void> {
  const how = window.locator('details.how')
  await how.waitFor()
  if ((await how.getAttribute('open')) === null) {
    // Not by the pointer, which rests where it is.
    await how.locator('summary').first().press('Enter')
  }
  await expect(how).toHaveAttribute('open')
  // Its fields are made once the page has seen it open.
  await how.locator('> :not(summary)').first().waitFor()
}

/** Returns the controls of the blank. */
export async function openBlank(window: Page, name: string): Promise<Locator> {
  await window.getByRole('button', { name: new RegExp(`^${name}: `) }).click()
  const controls = window.getByRole('dialog', { name: new RegExp(`^${name}: `) })
  await expect(controls).toBeVisible()
  return controls
}

export async function closeBlank(window: Page): Promise<void> {
  await window.keyboard.press('Escape')
  await expect(window.getByRole('dialog')).toHaveCount(0)
}

export async function fillBlank(
  window: Page,
  name: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const controls = await openBlank(window, name)
  for (const [label, value] of Object.entries(values)) {
    await controls.getByRole('textbox', { name: label, exact: true }).fill(value)
  }
  await closeBlank(window)
}

export async function chooseLoad(window: Page, card: string): Promise<void> {
  const controls = await openBlank(window, 'Workload')
  await controls.getByRole('button', { name: card }).click()
  await closeBlank(window)
}
