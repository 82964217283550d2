// Messages made of others: sentences in a row, and choices.
import { contentOf } from './message-error.ts'
import { message, type Text } from './message.ts'

/** One after the other. */
export function sentences([first = '', ...others]: readonly Text[]): Text {
  return others.reduce<Text>(
    (before, next) => message('common.two', { first: before, second: next }),
    first,
  )
}

/** `a, b or c`. */
export function choice(words: readonly Text[]): Text {
  const [first = '', ...others] = words.slice(0, -1)
  const last = words.at(-1) ?? ''
  if (words.length < 2) return last
  const before = others.reduce<Text>(
    (all, next) => message('common.and', { first: all, last: next }),
    first,
  )
  return message('common.or', { first: before, last })
}

/** What happened and what to do about it, in a row. */
export function statementOf(error: unknown): Text {
  const { message: problem, remedy } = contentOf(error)
  return sentences(remedy === null ? [problem] : [problem, remedy])
}
