// What axe finds wrong with a page.
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** One line for each rule broken and where. `colours` asks of these only, where the rest was asked before. */
export async function seriousProblems(
  window: Page,
  about: 'everything' | 'colours' = 'everything',
): Promise<string[]> {
  // Otherwise a blank page of the browser assembles the findings, and Electron opens none.
  const builder = new AxeBuilder({ page: window }).setLegacyMode()
  if (about === 'colours') builder.withRules('color-contrast')
  const { violations } = await builder.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`))
}
