// What every window is given, over either transport.
import type { Page } from '@playwright/test'
import { contentSecurityPolicy } from '#contract/content-security-policy.ts'
import { expect, test } from '../fixtures.ts'
import { goTo, heading } from '../pages/shell.ts'

const directives = ['connect-src', 'frame-src', 'img-src', 'object-src', 'script-src-elem']

test('the page is served under the strict policy', { tag: '@desktop' }, async ({ window }) => {
  const response = await window.reload()
  expect(response?.headers()['content-security-policy']).toBe(contentSecurityPolicy)
})

test(
  'the browser holds the page to it: no code from text, nothing from elsewhere',
  { tag: '@desktop' },
  async ({ complaints, window }) => {
    await window.locator('main *').first().waitFor()
    const { evaluated, breaches } = await window.evaluate(async (awaited) => {
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
      // A frame is refused by another process, some time later.
      const patienceMs = 30_000
      const endMs = performance.now() + patienceMs
      while (performance.now() < endMs && !awaited.every((directive) => breaches.has(directive)))
        await new Promise((resolve) => setTimeout(resolve, 50))
      return { evaluated, breaches: [...breaches].sort() }
    }, directives)
    expect(evaluated).toEqual([])
    expect(breaches).toEqual(expect.arrayContaining(directives))
    expect(await window.title()).not.toBe('broken in')
    // The browser reports every breach, as it should.
    complaints.length = 0
  },
)

test(
  'the window knows how it was opened',
  { tag: '@desktop-nightly' },
  async ({ transport, window }) => {
    await goTo(window, 'Settings')
    const carriedAs = transport === 'web' ? 'page in a browser' : 'desktop window'
    await expect(window.getByText(carriedAs)).toBeVisible()
  },
)

test(
  'plots are not part of a first view without any',
  { tag: '@desktop-nightly' },
  async ({ window }) => {
    await goTo(window, 'Settings')
    await expect(heading(window, 'Settings')).toBeVisible()
    await window.reload()
    await expect(heading(window, 'Settings')).toBeVisible()
    const names = (await firstResources(window)).map(({ name }) => name)
    expect(names.filter((name) => name.includes('echarts'))).toEqual([])
  },
)

for (const { locale, most } of [
  { locale: 'en-US', most: 345_000 },
  { locale: 'zh-CN', most: 355_000 },
]) {
  test.describe(locale, () => {
    test.use({ locale })
    test(`the first view is at most ${most / 1000} kB, compressed, in 40 files`, async ({
      window,
    }) => {
      await window.locator('main *').first().waitFor()
      await window.waitForLoadState('networkidle')
      const resources = await firstResources(window)
      const bytes = resources.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
      console.log(`First view in ${locale}: ${bytes} bytes in ${resources.length} files`)
      expect(bytes).toBeGreaterThan(100_000)
      expect(bytes).toBeLessThanOrEqual(most)
      expect(resources.length).toBeLessThanOrEqual(40)
      const languages = resources.flatMap(
        ({ name }) => /\/(en|zh)-[^/]+\.js$/.exec(name)?.[1] ?? [],
      )
      expect(languages).toEqual([locale.slice(0, 2)])
    })
  })
}

/** Without the views that are loaded ahead; a face is loaded when the first text is drawn with it. */
async function firstResources(window: Page): Promise<PerformanceResourceTiming[]> {
  return window.evaluate((mark) => {
    const loadedMs = performance.getEntriesByName(mark)[0]?.startTime ?? Infinity
    return performance
      .getEntries()
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ startTime, name }) => startTime < loadedMs || name.endsWith('.woff2'))
      .map((entry) => entry.toJSON() as PerformanceResourceTiming)
  }, 'first view is loaded')
}
