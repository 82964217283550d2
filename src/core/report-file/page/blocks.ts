// Blocks that sections of a report's page are made of.
import { element, escaped } from '#core/report/markup.ts'

/** Titles and sentences are text; content is markup. */
export function section(id: string, title: string, ...content: string[]): string {
  return element(
    'section',
    { id, 'aria-labelledby': `${id}-title` },
    element('h2', { id: `${id}-title` }, escaped(title)),
    ...content,
  )
}

export function list(sentences: readonly string[]): string {
  return element('ul', {}, ...sentences.map((sentence) => element('li', {}, escaped(sentence))))
}
