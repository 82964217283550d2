import { expect, test } from 'vitest'
import type { DocsChapter, DocsSections } from './docs-contents.ts'
import { findInDocs } from './find-in-docs.ts'

const limits = { name: 'Limits', id: 'limits', level: 2 }
const chapters: readonly DocsChapter[] = [
  {
    name: 'Guide',
    pages: [
      { name: 'Sweeps', path: 'sweeps', headings: [limits] },
      { name: 'Hosts', path: 'hosts', headings: [] },
    ],
  },
]
const long = 'word '.repeat(40)
const sections: DocsSections = {
  sweeps: [
    { heading: null, text: 'A sweep measures several loads.' },
    { heading: limits, text: `${long}A limit such as p99 TTFT ≤ 300 ms. ${long}` },
  ],
  hosts: [{ heading: null, text: 'SSH limits are those of the host.' }],
}

test('a section whose name matches comes before one whose text does', () => {
  expect(findInDocs(chapters, sections, 'limits').map(({ to }) => to)).toEqual([
    '/docs/sweeps#limits',
    '/docs/hosts',
  ])
})

test('every word must be found, in the name of the page, its section or its text', () => {
  expect(findInDocs(chapters, sections, 'sweeps TTFT').map(({ name }) => name)).toEqual(['Limits'])
  expect(findInDocs(chapters, sections, 'ssh ttft')).toEqual([])
  expect(findInDocs(chapters, sections, '  ')).toEqual([])
})

test('the excerpt shows the first word among whole words', () => {
  const [found] = findInDocs(chapters, sections, 'p99')
  expect(found?.excerpt).toMatch(/^… word .*p99 TTFT ≤ 300 ms\. .* …$/)
})
