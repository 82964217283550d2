// Messages made of others: sentences in a row, and choices.
import { contentOf } from './message-error.ts'
import { message, type Message, type Text } from './message.ts'

/** One after the other. */
export function sentences([first = '', ...others]: readonly Text[]): Text {
  return others.reduce<Text>(
    (before, next) => message('common.two', { first: before, second: next }),
    first,
  )
}

/** `a · b · c` */
export function dotted<First extends Text>(first: First, others: readonly Text[]): First | Message {
  return others.reduce<First | Message>(
    (line, next) => message('common.dotted', { line, next }),
    first,
  )
}

/** `a, b or c`. */
export function choice(words: readonly Text[]): Text {
  const last = words.at(-1) ?? ''
  if (words.length < 2) return last
  return message('common.or', { first: listed(words.slice(0, -1)), last })
}

/** `a, b, c` */
export function listed([first = '', ...others]: readonly Text[]): Text {
  return others.reduce<Text>(
    (all, next) => message('common.and', { first: all, last: next }),
    first,
  )
}

/** Parts of one sentence, which Chinese separates with another comma than a list of words. */
export function clauses([first = '', ...others]: readonly Text[]): Text {
  return others.reduce<Text>(
    (all, next) => message('common.clauses', { first: all, last: next }),
    first,
  )
}

/** What happened and what to do about it, in a row. */
export function statementOf(error: unknown): Text {
  const { message: problem, remedy } = contentOf(error)
  return sentences(remedy === null ? [problem] : [problem, remedy])
}
