// A run's page: while it goes on, and when it is over.
import { expect, type Locator, type Page } from '@playwright/test'

/** Only a run that is over can be exported. */
export async function runIsOver(window: Page): Promise<void> {
  await expect(window.getByRole('button', { name: 'Export' })).toBeVisible()
}

export function cancelButton(window: Page): Locator {
  return window.getByRole('button', { name: 'Cancel the run' })
}

/** Waits until this many requests have ended, so that there is something to keep. */
export async function someHaveEnded(window: Page, atLeast: number): Promise<void> {
  await expect.poll(() => endedRequests(window)).toBeGreaterThanOrEqual(atLeast)
}

export async function cancelRun(window: Page): Promise<void> {
  await cancelButton(window).click()
  await window.getByRole('dialog').getByRole('button', { name: 'Cancel the run' }).click()
  await runIsOver(window)
}

/** Opens a reason of the page, also one behind the worst three; returns all of them. */
export async function openReason(window: Page, name: RegExp): Promise<Locator> {
  const reasons = window.getByRole('region', { name: /^(Reliability|可信度)$/ })
  await expect(reasons).toBeVisible()
  const more = reasons.getByRole('button', { name: /^\d+ more$|^另外 \d+ 条$/ })
  if (await more.isVisible()) await more.click()
  await reasons.getByRole('button', { name }).first().click()
  return reasons
}

/** A figure of the summary as the page writes it. */
function figure(window: Page, name: string): Locator {
  const term = window.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) })
  return term.locator('xpath=following-sibling::dd[1]')
}

export async function figureValue(window: Page, name: string): Promise<number> {
  const text = await figure(window, name).first().innerText()
  return Number(text.replaceAll(',', ''))
}

async function endedRequests(window: Page): Promise<number> {
  const [progress = '0'] = await window.getByText(/^[\d,]+ of [\d,]+$/).allInnerTexts()
  return Number(progress.split(' of ')[0]?.replaceAll(',', ''))
}
