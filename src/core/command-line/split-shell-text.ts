// Splits pasted text into the arguments that a POSIX shell would produce. Expansions are rejected rather than
// performed, so that no argument silently changes its meaning.
import { appError } from '#core/model/app-error.ts'

type Piece = Readonly<{
  pattern: RegExp
  /** Text added to the argument; null ends the argument. */
  text: (match: RegExpExecArray) => string | null
}>

/** Tried in this order at the end of the previous piece. */
const pieces: readonly Piece[] = [
  { pattern: /(?:\\\r?\n)*\s(?:\\\r?\n|\s)*/y, text: () => null },
  { pattern: /\\\r?\n/y, text: () => '' },
  { pattern: /'([^']*)'/y, text: ([, quoted = '']) => quoted },
  { pattern: /"((?:[^"\\]|\\[^])*)"/y, text: ([, quoted = '']) => insideDoubleQuotes(quoted) },
  { pattern: /\\([^])/y, text: ([, character = '']) => character },
  { pattern: /[^\s'"\\]+/y, text: ([bare]) => withoutOperators(withoutExpansion(bare)) },
]

export function splitShellText(text: string): string[] {
  const args: string[] = []
  let word: string | null = null
  let position = 0
  while (position < text.length) {
    const { length, added } = pieceAt(text, position)
    if (added === null && word !== null) args.push(word)
    word = added === null ? null : (word ?? '') + added
    position += length
  }
  return word === null ? args : [...args, word]
}

function pieceAt(text: string, position: number) {
  for (const { pattern, text: meaning } of pieces) {
    pattern.lastIndex = position
    const match = pattern.exec(text)
    if (match !== null) return { length: match[0].length, added: meaning(match) }
  }
  throw appError('invalid-input', 'launch.openQuote', { text: text.slice(position, position + 20) })
}

function insideDoubleQuotes(quoted: string): string {
  return withoutExpansion(quoted.replace(/\\\r?\n/g, '')).replace(/\\([$`"\\])/g, '$1')
}

/** A shell would insert a variable or the output of a command here; neither is available. */
function withoutExpansion(text: string): string {
  const expansion = /(?<!\\)(?:\\\\)*(\$[\w{(@*#?!]\S*|`.*)/.exec(text)
  if (expansion === null) return text
  throw appError('invalid-input', 'launch.shellExpansion', { text: expansion[1] })
}

function withoutOperators(text: string): string {
  const operator = /[|&;<>()]+/.exec(text)
  if (operator === null) return text
  throw appError('invalid-input', 'launch.shellOperator', { text: operator[0] })
}
