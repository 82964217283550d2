// What axe finds wrong with a page.
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** One line for each rule broken and where. */
export async function seriousProblems(window: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page: window }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`))
}
