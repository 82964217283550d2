// Pasted text as shell tokens. Accepts text that terminals, guides, word processors and Windows add to a command.
import {
  closingEnd,
  expanded,
  expansionAt,
  literal,
  matchAt,
  type Part,
  quotedAt,
} from './paste-part.ts'

export type Token =
  /** `isOpen` if a quotation mark in it is never closed. */
  | Readonly<{ kind: 'word'; parts: readonly Part[]; isOpen: boolean }>
  /** `NAME=(a b)`. */
  | Readonly<{ kind: 'array'; name: string; isAdded: boolean; items: readonly Token[] }>
  | Readonly<{ kind: 'operator'; text: string }>
  /** The lines of `<<END`. */
  | Readonly<{ kind: 'document'; text: string }>

type Word = Part[] | null

type Step = Readonly<{
  end: number
  /** Added to the word. */
  parts?: readonly Part[]
  endsWord?: boolean
  /** The result includes the word read so far. */
  replacesWord?: boolean
  tokens?: readonly Token[]
  isOpen?: boolean
}>

type Reader = (text: string, at: number, word: Word) => Step | null

/** Reads `pattern`, at the start of a word only if `isFirst`. */
function reader(
  pattern: RegExp,
  step: (match: RegExpExecArray) => Omit<Step, 'end'>,
  isFirst = false,
): Reader {
  return (text, at, word) => {
    const match = isFirst && word !== null ? null : matchAt(pattern, text, at)
    return match === null ? null : { end: at + match[0].length, ...step(match) }
  }
}

const gap = () => ({ endsWord: true })

const operatorPattern = /\n|\|\|?&?|&&|;;?|&>>?|&|<<<|\d*>>?\|?(?:&(?:\d|-))?|\d*<(?:&\d)?|[()]/y

/** Tried in this order. */
const readers: readonly Reader[] = [
  reader(/\\\n/y, () => ({})),
  // Line continuations of sh (including trailing comments, as guides write them), of PowerShell and of cmd.
  reader(/(?:\\[^\S\n]+(?:#.*)?|(?<=\s)`[^\S\n]*|\^[^\S\n]*)(?:\n|$)/y, gap),
  reader(/[^\S\n]+/y, gap),
  reader(/#.*/y, gap, true),
  reader(
    /<<-?[^\S\n]*(['"]?)(\w+)\1([^\n]*)\n([^]*?)\n[^\S\n]*\2[^\S\n]*(?=\n|$)/y,
    ([, , , rest = '', text = '']) => ({
      endsWord: true,
      tokens: [...pasteTokens(rest), { kind: 'document', text }],
    }),
  ),
  (text, at) => quotedAt(text, at),
  (text, at) => expansionAt(text, at, false),
  array,
  reader(/<[A-Za-z][\w ./:-]*>/y, ([source]) => ({ parts: [expanded(source, {})] })),
  processSubstitution,
  (text, at, word) => {
    // A digit inside a word does not belong to a redirection.
    const match =
      word !== null && /\d/.test(text[at] ?? '') ? null : matchAt(operatorPattern, text, at)
    if (match === null) return null
    const operator = { kind: 'operator', text: match[0] } as const
    return { end: at + match[0].length, endsWord: true, tokens: [operator] }
  },
  // A word processor turns two dashes into one.
  reader(/[-–—―−]*[–—―−][-–—―−]*(?=[A-Za-z])/y, () => ({ parts: [literal('--')] }), true),
  // A Windows path is kept whole, although a Unix shell would interpret its backslashes.
  reader(/(?<=[\s=]|^)(?:[A-Za-z]:|\.{1,2})\\(?=\S)[^\s'"|&;<>]*/y, ([path]) => ({
    parts: [literal(path)],
  })),
  reader(/\\([^])/y, ([, character = '']) => ({ parts: [literal(character, true)] })),
  reader(/[^\s'"\\$`|&;<>()“”„‘’‚%{]+/y, ([bare]) => ({ parts: [literal(bare)] })),
  reader(/['"“”„‘’‚]/y, ([quote]) => ({ parts: [literal(quote)], isOpen: true })),
  reader(/[^]/y, ([character]) => ({ parts: [literal(character)] })),
]

export function pasteTokens(text: string): readonly Token[] {
  return tokensFrom(text.replaceAll('\r\n', '\n'), 0, null).tokens
}

function tokensFrom(
  text: string,
  begin: number,
  stop: string | null,
): Readonly<{ tokens: readonly Token[]; end: number }> {
  const tokens: Token[] = []
  let word: Word = null
  let isOpen = false
  let at = begin
  const endWord = () => {
    if (word !== null) tokens.push({ kind: 'word', parts: word, isOpen })
    word = null
    isOpen = false
  }
  while (at < text.length && text[at] !== stop) {
    const step = stepAt(text, at, word)
    if (step.replacesWord === true) word = null
    if (step.endsWord === true) endWord()
    tokens.push(...(step.tokens ?? []))
    for (const part of step.parts ?? []) word = withPart(word, part)
    isOpen ||= step.isOpen === true
    at = step.end
  }
  endWord()
  return { tokens, end: at }
}

/** Modifies `word`; merges adjacent literal parts. */
function withPart(word: Word, part: Part): Part[] {
  const last = word?.at(-1)
  if (word === null || last === undefined) return [part]
  const isJoined =
    last.expansion === null && part.expansion === null && last.isQuoted === part.isQuoted
  if (isJoined) word[word.length - 1] = { ...last, text: last.text + part.text }
  else word.push(part)
  return word
}

function stepAt(text: string, at: number, word: Word): Step {
  for (const read of readers) {
    const step = read(text, at, word)
    if (step !== null) return step
  }
  return { end: at + 1 }
}

function array(text: string, at: number, word: Word): Step | null {
  const [only, ...others] = word ?? []
  if (text[at] !== '(' || only === undefined || others.length > 0) return null
  const [, name, plus] = /^([A-Za-z_]\w*)(\+?)=$/.exec(only.text) ?? []
  if (name === undefined) return null
  const { tokens: items, end } = tokensFrom(text, at + 1, ')')
  const isAdded = plus === '+'
  return { end: end + 1, replacesWord: true, tokens: [{ kind: 'array', name, isAdded, items }] }
}

/** `<(…)` and `>(…)`. */
function processSubstitution(text: string, at: number): Step | null {
  if (!/^[<>]\($/.test(text.slice(at, at + 2))) return null
  const end = closingEnd(text, at + 1, ['(', ')'])
  return { end, parts: [expanded(text.slice(at, end), { script: text.slice(at + 2, end - 1) })] }
}
