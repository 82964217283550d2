// Pages of docs/ as HTML for the window, with links that stay inside it.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import GithubSlugger from 'github-slugger'
import MarkdownIt, { type Token } from 'markdown-it'

const markdown = new MarkdownIt()

// What is wider than the page scrolls, by the keyboard as well.
for (const rule of ['fence', 'code_block']) {
  markdown.renderer.rules[rule] = (tokens, index) => codeBlock(tokens[index]?.content ?? '')
}

export type DocsHeading = Readonly<{ name: string; id: string; level: number }>

/** Text from one heading to the next; null before the first heading. */
type DocsSection = Readonly<{ heading: DocsHeading | null; text: string }>

export type MarkdownPage = Readonly<{
  html: string
  headings: readonly DocsHeading[]
  sections: readonly DocsSection[]
}>

/** `file` is the path of the page in the folder `docs`. Headings are those below the title that a list of contents shows. */
export function markdownPage(docs: string, file: string): MarkdownPage {
  const slugger = new GithubSlugger()
  const headings: DocsHeading[] = []
  const text = readFileSync(path.join(docs, file), 'utf8').replace(/^<!--.*?-->$/gms, '')
  const tokens = markdown.parse(text, {})
  tokens.forEach((token, index) => {
    const level = Number(token.tag.slice(1))
    if (token.type === 'heading_open') {
      const name = (tokens[index + 1]?.children ?? []).map(({ content }) => content).join('')
      const id = slugger.slug(name)
      token.attrSet('id', sectionId(id))
      if (level === 2 || level === 3) headings.push({ name, id, level })
    }
    if (token.type === 'table_open') token.attrSet('tabindex', '0')
    for (const child of token.children ?? []) {
      if (child.type === 'image') child.attrSet('src', `./${child.attrGet('src')}`)
      if (child.type === 'link_open') linkInside(child, docs, file)
    }
  })
  const html = markdown.renderer.render(tokens, markdown.options, {})
  return { html, headings, sections: sectionsOf(tokens, headings) }
}

/** Apart from the other ids of the window, whose page of the documentation scrolls to it. */
function sectionId(heading: string): string {
  return `section-${heading}`
}

/** Text between listed headings, without markup. */
function sectionsOf(tokens: readonly Token[], headings: readonly DocsHeading[]): DocsSection[] {
  const byId = new Map(headings.map((heading) => [sectionId(heading.id), heading]))
  const sections: { heading: DocsHeading | null; texts: string[] }[] = [
    { heading: null, texts: [] },
  ]
  for (const token of tokens) {
    const heading = byId.get(String(token.attrGet('id')))
    if (heading !== undefined) sections.push({ heading, texts: [] })
    const inline = (token.children ?? []).map(({ content, type }) =>
      type === 'softbreak' ? ' ' : content,
    )
    sections.at(-1)?.texts.push(token.type === 'fence' ? token.content : inline.join(''))
  }
  return sections.map(({ heading, texts }) => ({
    heading,
    text: texts.join(' ').replaceAll(/\s+/g, ' ').trim(),
  }))
}

/** A file that a page links to: an example or a manifest, as it is. */
export function attachedFile(docs: string, file: string): string {
  const text = readFileSync(path.join(docs, file), 'utf8')
  return `<h1>${markdown.utils.escapeHtml(path.posix.basename(file))}</h1>${codeBlock(text)}`
}

function codeBlock(text: string): string {
  return `<pre tabindex="0"><code>${markdown.utils.escapeHtml(text)}</code></pre>\n`
}

/** A page or attached file that the window has. */
export function isShipped(docs: string, file: string): boolean {
  if (/^(?:zh\/)?(?:index|package)\.(?:md|json)$/.test(file)) return false
  return (
    /\.(?:md|yaml|json)$/.test(file) && !file.startsWith('..') && existsSync(path.join(docs, file))
  )
}

/** Pages of the documentation open in the window; addresses elsewhere open outside it. */
function linkInside(token: Token, docs: string, file: string): void {
  const href = String(token.attrGet('href') ?? '')
  if (/^[a-z]+:/.test(href)) {
    token.attrSet('target', '_blank')
    token.attrSet('rel', 'noreferrer')
    return
  }
  const [name = '', anchor] = href.split('#')
  const target = name === '' ? file : path.posix.join(path.posix.dirname(file), name)
  if (!isShipped(docs, target)) throw new Error(`docs/${file} links to ${href}: no such page.`)
  const place = anchor === undefined ? '' : `#${anchor}`
  token.attrSet('href', `#/docs/${target.replace(/\.md$/, '')}${place}`)
}
