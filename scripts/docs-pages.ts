// The pages of docs/ inside the window: each a component made when the window is built, so nothing parses Markdown at run
// time and nothing has to be reached over the network.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import {
  attachedFile,
  type DocsHeading,
  isShipped,
  markdownPage,
  type MarkdownPage,
} from './docs-markdown.ts'

const virtualModules: Readonly<Record<string, (docs: string) => unknown>> = {
  'virtual:docs-contents': docsContents,
  'virtual:docs-sections': docsSections,
}

/** Made of a page, and compiled as any other component. */
const pageSuffix = '.docs.vue'

type DocsPage = Readonly<{ name: string; path: string; headings: readonly DocsHeading[] }>

type DocsChapter = Readonly<{ name: string; pages: readonly DocsPage[] }>

type Sidebar = Readonly<
  Record<
    string,
    readonly Readonly<{
      text: string
      items: readonly Readonly<{ text: string; link: string }>[]
    }>[]
  >
>

/**
 * `docs` is the folder of the pages. Serves `docs/<page>?docs` as a component that shows the page,
 * `virtual:docs-contents` as the chapters of each language with the headings of their pages, and
 * `virtual:docs-sections` as the texts that a search reads.
 */
export function docsPages(docs: string): Plugin {
  return {
    name: 'kneepoint-docs',
    enforce: 'pre',
    resolveId(source) {
      if (source in virtualModules) return `\0${source}`
      const file = /(?:^|\/)docs\/([^?]+)\?docs$/.exec(source)?.[1]
      return file === undefined ? null : path.join(docs, file) + pageSuffix
    },
    load(id) {
      const make = virtualModules[id.slice(1)]
      if (make !== undefined) {
        this.addWatchFile(path.join(docs, '.vitepress/sidebar.json'))
        return `export default ${JSON.stringify(make(docs))}`
      }
      if (!id.endsWith(pageSuffix)) return null
      const file = id.slice(0, -pageSuffix.length)
      this.addWatchFile(file)
      return componentOf(docs, path.relative(docs, file).replaceAll('\\', '/'))
    },
  }
}

function componentOf(docs: string, file: string): string {
  const html = file.endsWith('.md') ? markdownPage(docs, file).html : attachedFile(docs, file)
  return `<template><article v-pre class="docs-page">${html}</article></template>\n`
}

/** By language: what the sidebar of the site lists, with the headings of each page. */
export function docsContents(docs: string): Record<string, DocsChapter[]> {
  const sidebar = JSON.parse(
    readFileSync(path.join(docs, '.vitepress/sidebar.json'), 'utf8'),
  ) as Sidebar
  return Object.fromEntries(
    Object.entries(sidebar).map(([language, chapters]) => [
      language,
      chapters.map(({ text, items }) => ({
        name: text,
        pages: items.map((item) => ({ name: item.text, ...pageAt(docs, item.link) })),
      })),
    ]),
  )
}

function pageAt(docs: string, link: string): { path: string; headings: readonly DocsHeading[] } {
  const file = `${link.slice(1)}${link.endsWith('/') ? 'index' : ''}.md`
  if (!isShipped(docs, file)) throw new Error(`The sidebar lists ${link}: no such page.`)
  const { headings } = markdownPage(docs, file)
  return { path: file.replace(/\.md$/, ''), headings }
}

/** Texts of every listed page, section by section. */
export function docsSections(docs: string): Readonly<Record<string, MarkdownPage['sections']>> {
  const pages = Object.values(docsContents(docs)).flatMap((chapters) =>
    chapters.flatMap((chapter) => chapter.pages),
  )
  return Object.fromEntries(
    pages.map((page) => [page.path, markdownPage(docs, `${page.path}.md`).sections]),
  )
}
