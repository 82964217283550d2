// Pages of the documentation and their headings, in the order of its site. Loaded when first needed.
import type { Language } from '#core/messages/languages.ts'

export type DocsHeading = Readonly<{ name: string; id: string; level: number }>

export type DocsPage = Readonly<{
  name: string
  /** Its file below docs/, without `.md`. */
  path: string
  headings: readonly DocsHeading[]
}>

export type DocsChapter = Readonly<{ name: string; pages: readonly DocsPage[] }>

/** Section of a page from one heading to the next; heading is null for the text before the first one. */
export type DocsSection = Readonly<{ heading: DocsHeading | null; text: string }>

/** Sections of each page by its path. */
export type DocsSections = Readonly<Record<string, readonly DocsSection[]>>

/** A page without a translation is listed in English. */
export async function docsContents(language: Language): Promise<readonly DocsChapter[]> {
  const { default: contents } = await import('virtual:docs-contents')
  return contents[language]
}

/** Texts of all pages, which are larger than the rest of the window. */
export async function docsSections(): Promise<DocsSections> {
  const { default: sections } = await import('virtual:docs-sections')
  return sections
}

/** Path in the window of a page or of one of its headings. */
export function docsPath(page: DocsPage, heading?: DocsHeading): string {
  return `/docs/${page.path}${heading === undefined ? '' : `#${heading.id}`}`
}
