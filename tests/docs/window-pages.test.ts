// The pages as the window shows them: all are listed, and every link leads to a page and a heading.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { markdownPage, type MarkdownPage } from '../../scripts/docs-markdown.ts'
import { docsContents } from '../../scripts/docs-pages.ts'
import { root } from './pages.ts'

const docs = path.join(root, 'docs')
const files = globSync('{*,zh/*,decisions/*,contributing/*,measuring/*}.md', { cwd: docs }).filter(
  (file) => !/^(zh\/)?(index|package)\.md$/.test(file),
)
const contents = docsContents(docs)

/** Listed by a page of their own: decisions/index.md, CONTRIBUTING.md. */
const own = /^(decisions|contributing)\//

function listed(language: string): string[] {
  return (contents[language] ?? []).flatMap(({ pages }) => pages.map((page) => page.path))
}

test('the sidebar of the site lists every page', () => {
  const wanted = files.map((file) => file.replace(/\.md$/, ''))
  const english = wanted.filter((page) => !own.test(page) && !page.startsWith('zh/'))
  expect(
    listed('en')
      .filter((page) => !own.test(page))
      .sort(),
  ).toEqual(english.sort())
})

test('in Chinese it lists the translation of a page, or else the page', () => {
  const translated = (page: string) => (files.includes(`zh/${page}.md`) ? `zh/${page}` : page)
  expect(listed('zh').sort()).toEqual(listed('en').map(translated).sort())
})

test('every link to a heading leads to one', () => {
  const pages = new Map(files.map((file) => [file.replace(/\.md$/, ''), markdownPage(docs, file)]))
  const links = [...pages].flatMap(([from, { html }]) =>
    [...html.matchAll(/href="#\/docs\/([^"#]+)#([^"]+)"/g)].map(([, page = '', heading = '']) => ({
      ...{ from, page, heading },
    })),
  )
  const leads = ({ page, heading }: (typeof links)[number]) => hasHeading(pages.get(page), heading)
  expect(links.length).toBeGreaterThan(50)
  expect(links.filter((link) => !leads(link))).toEqual([])
})

function hasHeading(page: MarkdownPage | undefined, heading: string): boolean {
  return page?.html.includes(` id="section-${decodeURIComponent(heading)}"`) ?? false
}

test('a page has its headings, its table and its code in reach of the keyboard', () => {
  const { html, headings } = markdownPage(docs, 'tuning.md')
  expect(headings.map(({ name }) => name)).toEqual(
    [...readFileSync(path.join(docs, 'tuning.md'), 'utf8').matchAll(/^##+ (.*)$/gm)].map(
      ([, name]) => name,
    ),
  )
  expect(html).toContain('<table tabindex="0">')
  expect(html).toContain('<pre tabindex="0"><code># tune.yaml')
  expect(html).toContain('<a href="#/docs/sweeps#limits">Limits</a>')
  expect(html).not.toMatch(/<!--|<pre>|<table>/)
})

test('links of other sites open outside the window', () => {
  expect(markdownPage(docs, 'measuring/workloads.md').html).toContain(
    '<a href="https://github.com/callanjfox/kv-cache-tester" target="_blank" rel="noreferrer">',
  )
})
