// Ways around the window that every page shares.
import { expect, type Locator, type Page } from '@playwright/test'

/** Views are loaded when they are opened: until then the one before is still there, with buttons of the same names. */
export async function goTo(window: Page, view: string): Promise<void> {
  const list = listsBeside[view]
  if (list !== undefined) {
    await goTo(window, list)
    await window.locator('.titles').getByRole('link', { name: view, exact: true }).click()
    await expect(window.getByRole('heading', { name: view, exact: true })).toBeVisible()
    return
  }
  const link = window
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: view, exact: true })
  await link.click()
  await expect(link).toHaveAttribute('aria-current', 'page')
}

/** Lists that are opened from the one beside them. */
const listsBeside: Readonly<Record<string, string>> = { Hosts: 'Servers', Sweeps: 'Results' }

export function heading(window: Page, name: string | RegExp): Locator {
  return window.getByRole('heading', { level: 1, name })
}

/** Fills fields of a form by their labels. */
export async function fill(window: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await window.getByRole('textbox', { name: label, exact: true }).fill(value)
  }
}

/** Chooses from a list of a form by its label. */
export async function choose(window: Page, label: string, option: string | RegExp): Promise<void> {
  await window.getByRole('combobox', { name: label, exact: true }).click()
  await window.getByRole('option', { name: option, exact: true }).click()
}

/** Opens the details of a result below their title, if they are folded. */
export async function openFold(window: Page, title: string | RegExp): Promise<Locator> {
  const head = window.locator('summary > h2').getByText(title, { exact: true })
  const fold = window.locator('details[data-fold]', { has: head })
  const isOpen = await fold.evaluate((details) => (details as HTMLDetailsElement).open)
  if (!isOpen) await fold.locator('summary').click()
  return fold
}
