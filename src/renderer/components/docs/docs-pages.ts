// The pages of the documentation as components, each loaded when it is opened.
import type { Component } from 'vue'

const folder = '../../../../docs/'

const pages = import.meta.glob<Readonly<{ default: Component }>>(
  [
    '../../../../docs/**/*.{md,yaml,json}',
    '!../../../../docs/{index,package,zh/index}.md',
    '!../../../../docs/{package,package-lock}.json',
    '!../../../../docs/{node_modules,.vitepress}/**',
  ],
  { query: '?docs' },
)

/** `path` as in a DocsPage, or the name of a file that pages link to; null where there is no such page. */
export async function loadDocsPage(path: string): Promise<Component | null> {
  const load = pages[`${folder}${path}.md`] ?? pages[`${folder}${path}`]
  return load === undefined ? null : (await load()).default
}
