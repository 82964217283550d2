// The first measurement of a packaged program, which Playwright reaches through its DevTools.
import { chromium } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { sweepAnswer } from '../pages/sweep-page.ts'

/** Starts it from the start page, waits for its answer, and disconnects. */
export async function findFirstKnee(devTools: string): Promise<void> {
  const browser = await chromium.connectOverCDP(devTools)
  const window = browser.contexts()[0]?.pages()[0]
  if (window === undefined) throw new Error('there is no window')
  await window.getByRole('button', { name: 'Start and measure' }).click()
  const answer = sweepAnswer(window).getByText(/Knee|No knee/)
  await expect(answer.first()).toBeVisible()
  await browser.close()
}
