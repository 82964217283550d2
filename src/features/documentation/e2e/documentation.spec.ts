// The documentation in the window: found in the palette, read and followed from page to page, without a network.
import { expect, test } from '../../../../e2e/fixtures.ts'
import { layoutFaults } from '../../../../e2e/pages/layout-faults.ts'
import { openPlace } from '../../../../e2e/pages/seeded.ts'
import { goTo, heading } from '../../../../e2e/pages/shell.ts'

test('the palette finds a page and a heading of the documentation', async ({ window }) => {
  await goTo(window, 'Results')
  for (const { typed, option, opens } of [
    {
      typed: 'coming from',
      option: /^Coming from another tool/,
      opens: 'Coming from another tool',
    },
    {
      typed: 'when requests leave',
      option: /^When requests leave Workloads/,
      opens: 'Workloads',
    },
  ]) {
    await window.keyboard.press('Control+k')
    await window.getByRole('textbox', { name: 'Go to anything' }).fill(typed)
    await window.getByRole('option', { name: option }).click()
    await expect(heading(window, opens)).toBeAttached()
  }
  await expect(window.getByRole('heading', { name: 'When requests leave' })).toBeInViewport()
})

test('a search finds sections by their text', { tag: '@nightly' }, async ({ window }) => {
  await goTo(window, 'Documentation')
  await window.keyboard.press('/')
  await window.keyboard.type('no page says zyzzyva')
  await expect(window.getByText('No section contains these words.')).toBeVisible()
  const field = window.getByRole('searchbox', { name: 'Search' })
  await field.fill('wheel scrolls the page')
  const found = window.getByRole('navigation', { name: 'Sections found' })
  await expect(found.getByRole('link', { name: /^Charts Design/ })).toBeVisible()
  await field.fill('when requests leave')
  await found.getByRole('link', { name: /^When requests leave Workloads/ }).click()
  await expect(window.getByRole('heading', { name: 'When requests leave' })).toBeInViewport()
})

test('links lead from page to page and back, and images are there', async ({ window }) => {
  await goTo(window, 'Documentation')
  await expect(heading(window, 'The first five minutes')).toBeVisible()
  await window.getByRole('link', { name: 'Tuning', exact: true }).click()
  await window.getByRole('article').getByRole('link', { name: 'Limits', exact: true }).click()
  await expect(heading(window, 'Sweeps')).toBeAttached()
  await expect(window.getByRole('heading', { name: 'Limits', exact: true })).toBeInViewport()
  const image = window.getByRole('article').getByRole('img').first()
  await expect(image).toHaveJSProperty('complete', true)
  await expect(image).not.toHaveJSProperty('naturalWidth', 0)
  await window.goBack()
  await expect(heading(window, 'Tuning')).toBeVisible()
})

test(
  'pages are in the language of the window where they are translated',
  { tag: '@nightly' },
  async ({ window }) => {
    await window.evaluate(() => {
      localStorage.setItem('kneepoint.settings', JSON.stringify({ language: 'zh' }))
    })
    await window.reload()
    await openPlace(window, '/docs')
    await window.getByRole('link', { name: '调优', exact: true }).click()
    await expect(heading(window, '调优')).toBeVisible()
  },
)

test(
  'a page that is not there says so, and the others stay in reach',
  { tag: '@nightly' },
  async ({ window }) => {
    await openPlace(window, '/docs/no-such-page')
    await expect(window.getByText('There is no such page.')).toBeVisible()
    await window.getByRole('link', { name: 'Glossary', exact: true }).click()
    await expect(heading(window, 'Glossary')).toBeVisible()
  },
)

test('wide tables and code scroll by themselves', { tag: '@nightly' }, async ({ window }) => {
  for (const page of ['compatibility', 'cli', 'examples/capacity.yaml']) {
    await openPlace(window, `/docs/${page}`)
    await expect(window.getByRole('article')).toBeVisible()
    expect(await layoutFaults(window)).toEqual([])
  }
})
