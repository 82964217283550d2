// A table in Markdown.
import { printableLines } from '#core/base/printable.ts'
import type { Language } from '../messages/languages.ts'
import { textIn } from '../messages/message.ts'
import { numberText } from '#core/base/saved-number.ts'
import { cellTexts, type Table } from './table.ts'

/** Without the title. No newline at the end. */
export function markdownTable(
  { columns, rows }: Pick<Table, 'columns' | 'rows'>,
  language: Language,
): string {
  const heads = columns.map(({ head }) => {
    const [first = '', ...units] = head
      .map((line) => markdownText(textIn(language, line)))
      .filter(Boolean)
    return [first, ...units.map((unit) => `(${unit})`)].join(' ')
  })
  const rules = columns.map(({ align }) => (align === 'left' ? ':--' : '--:'))
  const written = rows.map((row) =>
    row.map((cell) => {
      const { sign, text, note } = cellTexts(cell, { language, number: numberText })
      const parts = [sign, markdownText(text), note === '' ? '' : `(${markdownText(note)})`]
      return parts.filter(Boolean).join(' ')
    }),
  )
  return [heads, rules, ...written].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Escapes external text: no markup, no link, no line break. */
export function markdownText(text: string): string {
  return printableLines(text)
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]>|#~]/g, '\\$&')
    .replaceAll('<', '&lt;')
}
