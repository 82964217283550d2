// Messages composed of others: consecutive sentences, and choices.
import { contentOf } from './message-error.ts'
import { message, type Message, type Text } from './message.ts'

/** Sentences one after another. */
export function sentences(texts: readonly Text[]): Text {
  return folded(texts, (first, second) => message('common.two', { first, second }))
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
export function listed(texts: readonly Text[]): Text {
  return folded(texts, (first, last) => message('common.and', { first, last }))
}

/** Parts of one sentence, which Chinese separates with a different comma than a list of words. */
export function clauses(texts: readonly Text[]): Text {
  return folded(texts, (first, last) => message('common.clauses', { first, last }))
}

/** Maximum nesting of messages: they are rendered recursively, and thousands would exhaust the stack. */
const mostNested = 64

function folded(texts: readonly Text[], join: (before: Text, next: Text) => Message): Text {
  if (texts.length > mostNested) {
    const groups = Math.ceil(texts.length / mostNested)
    const size = Math.ceil(texts.length / groups)
    const parts = Array.from({ length: groups }, (_, group) =>
      folded(texts.slice(group * size, (group + 1) * size), join),
    )
    return folded(parts, join)
  }
  const [first = '', ...others] = texts
  return others.reduce<Text>(join, first)
}

/** Problem and remedy as consecutive sentences. */
export function statementOf(error: unknown): Text {
  const { message: problem, remedy } = contentOf(error)
  return sentences(remedy === null ? [problem] : [problem, remedy])
}
