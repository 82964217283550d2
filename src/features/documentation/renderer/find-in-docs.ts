// Full-text search of the documentation: sections that contain every typed word.
import {
  docsPath,
  type DocsChapter,
  type DocsPage,
  type DocsSection,
  type DocsSections,
} from './docs-contents.ts'

export type FoundSection = Readonly<{ to: string; name: string; page: string; excerpt: string }>

const mostFound = 50
const excerptLength = 90

/** Sections whose name or page matches come first, then sections whose text matches, in page order. */
export function findInDocs(
  chapters: readonly DocsChapter[],
  sections: DocsSections,
  typed: string,
): readonly FoundSection[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const found = chapters
    .flatMap(({ pages }) => pages)
    .flatMap((page) =>
      (sections[page.path] ?? []).flatMap((section) => foundSection(page, section, words)),
    )
  return found
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, mostFound)
    .map(({ section }) => section)
}

function foundSection(page: DocsPage, { heading, text }: DocsSection, words: readonly string[]) {
  const name = heading?.name ?? page.name
  const titles = `${page.name} ${name}`.toLowerCase()
  const body = text.toLowerCase()
  if (!words.every((word) => titles.includes(word) || body.includes(word))) return []
  const isTitle = words.every((word) => name.toLowerCase().includes(word))
  const excerpt = excerptAt(text, Math.max(0, body.indexOf(words[0] ?? '')))
  const to = docsPath(page, heading ?? undefined)
  return [{ rank: isTitle ? 0 : 1, section: { to, name, page: page.name, excerpt } }]
}

/** Whole words around a position in the text. */
function excerptAt(text: string, at: number): string {
  const from = at < excerptLength / 3 ? 0 : text.indexOf(' ', at - excerptLength / 3) + 1
  const rest = text.slice(from, from + excerptLength)
  const end = rest.length < excerptLength ? rest.length : rest.lastIndexOf(' ')
  return `${from > 0 ? '… ' : ''}${rest.slice(0, end)}${from + end < text.length ? ' …' : ''}`
}
