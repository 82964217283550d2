// What every window is given, over either transport.
import { contentSecurityPolicy } from '#contract/content-security-policy.ts'
import { expect, test } from '../fixtures.ts'
import { goTo, heading } from '../pages/shell.ts'

test('the page is served under the strict policy', async ({ window }) => {
  const response = await window.reload()
  expect(response?.headers()['content-security-policy']).toBe(contentSecurityPolicy)
})

test('the browser holds the page to it: no code from text, nothing from elsewhere', async ({
  browser,
  transport,
  window,
}) => {
  test.skip(transport === 'electron', 'its pages open in no other browser')
  // A place of its own, where complaints of the browser are what is looked for.
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(window.url())
  const { evaluated, breaches } = await page.evaluate(async () => {
    const breaches = new Set<string>()
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      breaches.add(effectiveDirective),
    )
    const elsewhere = 'http://127.0.0.1:9/'
    const add = (name: string, attributes: Record<string, string>, text = '') => {
      const element = document.createElement(name)
      element.textContent = text
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
      document.body.append(element)
    }
    // What the test's own link to the browser runs is let through; what runs later is the page's.
    await new Promise((resolve) => setTimeout(resolve, 10))
    const evaluated = ['eval', 'Function'].filter((name) => {
      try {
        return Boolean(
          (globalThis as unknown as Record<string, (code: string) => unknown>)[name]?.('1'),
        )
      } catch {
        return false
      }
    })
    add('script', {}, 'document.title = "broken in"')
    add('script', { src: `${elsewhere}x.js` })
    add('img', { src: `${elsewhere}x.png` })
    add('iframe', { src: elsewhere })
    add('object', { data: elsewhere })
    await fetch(elsewhere).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 500))
    return { evaluated, breaches: [...breaches].sort() }
  })
  expect(evaluated).toEqual([])
  expect(breaches).toEqual(
    expect.arrayContaining([
      'connect-src',
      'frame-src',
      'img-src',
      'object-src',
      'script-src-elem',
    ]),
  )
  expect(await page.title()).not.toBe('broken in')
  await context.close()
})

test('the window knows how it was opened', async ({ transport, window }) => {
  await goTo(window, 'Settings')
  const carriedAs = transport === 'web' ? 'page in a browser' : 'desktop window'
  await expect(window.getByText(carriedAs)).toBeVisible()
})

test('plots are loaded with the first view that draws', async ({ window }) => {
  const loaded = () =>
    window.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  await goTo(window, 'Settings')
  await expect(heading(window, 'Settings')).toBeVisible()
  expect((await loaded()).filter((name) => name.includes('echarts'))).toEqual([])
})
