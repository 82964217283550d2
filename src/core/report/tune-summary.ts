// A tuning at its end on a terminal: the effects of its flags, what failed, the answer and what to do with it.
import type { Language } from '#core/messages/languages.ts'
import { message, textIn, type Text } from '#core/messages/message.ts'
import { tableText } from '../documents/text-table.ts'
import type { Table } from '../documents/table.ts'
import type { TuneStory } from './tune-story.ts'

/** Rows of a table on a terminal. */
const mostShown = 12

/** Summary without the answer, which is printed last. */
export function tuneSummary({ tables, failed, spent }: TuneStory, language: Language): string {
  const words = (text: Text) => textIn(language, text)
  return [
    ...tables.flatMap((table) => [...tableLines(table, language), '']),
    ...(failed.length === 0
      ? []
      : [words(message('tune.answer.failed', { count: failed.length }))]),
    ...failed.map((text) => words(message('common.indented', { text }))),
    words(spent),
  ].join('\n')
}

function tableLines({ title, columns, rows }: Table, language: Language): string[] {
  const count = rows.length - mostShown
  return [
    textIn(language, title),
    tableText({ columns, rows: rows.slice(0, mostShown) }, language),
    ...(count > 0 ? [textIn(language, message('tune.answer.more', { count }))] : []),
  ]
}

export function tuneConclusion({ answer, notes, advice, command }: TuneStory): readonly Text[] {
  return [
    message('common.sentence', { text: answer }),
    ...[...notes, ...(advice === null ? [] : [advice])].map((text) =>
      message('common.indented', { text }),
    ),
    ...(command === null ? [] : [message('tune.answer.command'), command]),
  ]
}
