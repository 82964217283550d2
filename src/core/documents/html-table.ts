// A table of a saved page, which its script sorts.
import { element, escaped } from '#core/base/markup.ts'
import type { Language } from '../messages/languages.ts'
import { textIn, type Text } from '../messages/message.ts'
import { numberText } from '#core/base/saved-number.ts'
import { type Cell, cellTexts, type Table } from './table.ts'

/** Sortable tables have buttons as heads. */
export function htmlTable(table: Table, language: Language, isSortable = false): string {
  const { title, columns, rows } = table
  const words = (text: Text) => textIn(language, text)
  const kinds = columns.map(({ align }) => (align === 'left' ? { class: 'word' } : {}))
  const heads = columns.map(({ head: [first = '', ...others] }, column) => {
    const lines = [
      escaped(words(first)),
      ...others.flatMap((line) =>
        words(line) === '' ? [] : [element('small', {}, escaped(words(line)))],
      ),
    ]
    return element(
      'th',
      { scope: 'col', ...kinds[column] },
      ...(isSortable
        ? [element('button', { type: 'button', 'data-column': column }, ...lines)]
        : lines),
    )
  })
  const written = rows.map((row, position) =>
    element(
      'tr',
      isSortable ? { 'data-row': position } : {},
      ...row.map((cell, column) => htmlCell(cell, kinds[column] ?? {}, language)),
    ),
  )
  return element(
    'div',
    { class: 'scroller', tabindex: 0, role: 'region', 'aria-label': words(title) },
    element(
      'table',
      {},
      element('thead', {}, element('tr', {}, ...heads)),
      element('tbody', {}, ...written),
    ),
  )
}

function htmlCell(cell: Cell, kind: Readonly<{ class?: string }>, language: Language): string {
  const { sign, text, note } = cellTexts(cell, { language, number: numberText })
  const dimmer = note === '' ? [] : [element('small', {}, escaped(note))]
  if (typeof cell === 'object' && 'point' in cell) {
    const button = { type: 'button', 'data-point': cell.point }
    return element(
      'th',
      { scope: 'row', 'data-order': text },
      element('button', button, escaped(text)),
      ...dimmer,
    )
  }
  const isKnown = typeof cell === 'object' && 'value' in cell && cell.value !== null
  const order = isKnown ? { 'data-order': String(cell.value) } : {}
  return element(
    'td',
    { ...order, ...kind },
    ...(sign === '' ? [] : [sign, ' ']),
    escaped(text),
    ...dimmer,
  )
}
