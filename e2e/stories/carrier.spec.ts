// What every window is told about itself and held to, whoever carries it.
import { contentSecurityPolicy } from '#contract/content-security-policy.ts'
import { expect, test } from '../fixtures.ts'
import { goTo, heading } from '../pages/shell.ts'

test('the page is served under the strict policy', async ({ window }) => {
  const response = await window.reload()
  expect(response?.headers()['content-security-policy']).toBe(contentSecurityPolicy)
})

test('the window knows how it was opened', async ({ carrier, window }) => {
  await goTo(window, 'Settings')
  const carriedAs = carrier === 'web' ? 'page in a browser' : 'desktop window'
  await expect(window.getByText(carriedAs)).toBeVisible()
})

test('plots are loaded with the first view that draws', async ({ window }) => {
  const loaded = () =>
    window.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  await goTo(window, 'Settings')
  await expect(heading(window, 'Settings')).toBeVisible()
  expect((await loaded()).filter((name) => name.includes('echarts'))).toEqual([])
})
