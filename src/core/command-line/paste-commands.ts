// Splits pasted text into commands. Assignments earlier in the text provide the values of variables.
import type { Part } from './paste-part.ts'
import { pasteTokens, type Token } from './paste-tokens.ts'

export type PasteWord = Readonly<{
  text: string
  /** Parts of the text with unknown values, as pasted. */
  unknown: readonly string[]
  /** True if a quotation mark in it is never closed. */
  isOpen: boolean
  /** Nested commands: `$(…)`, and quoted text with blanks, as after `bash -c`. */
  scripts: readonly string[]
}>

export type PasteCommand = Readonly<{
  words: readonly PasteWord[]
  /** Preceding operator: `|`, `&&`; empty at the start of a line. */
  joinedBy: string
  redirections: readonly string[]
  nested: readonly PasteCommand[]
}>

/** Values of a variable; a loop may assign several. */
type Value = Readonly<{ words: readonly PasteWord[]; isLoop: boolean }>
type Scope = Map<string, Value>

const deepest = 4

export function pasteCommands(text: string): readonly PasteCommand[] {
  return commandsIn(text, new Map(), 0)
}

export function plainWord(text: string): PasteWord {
  return { text, unknown: [], isOpen: false, scripts: [] }
}

function commandsIn(text: string, scope: Scope, depth: number): readonly PasteCommand[] {
  if (depth > deepest) return []
  return [...simpleCommands(pasteTokens(text))].flatMap((simple) => {
    const { words: tokens, documents, joinedBy, redirections } = simple
    const words = tokens.flatMap((token) => expand(token, scope))
    const scripts = [...words.flatMap((word) => word.scripts), ...documents]
    const nested = scripts.flatMap((script) => commandsIn(script, scope, depth + 1))
    const isAssignment = assign(tokens, words, scope)
    if ((isAssignment || words.length === 0) && nested.length === 0) return []
    return [{ words: isAssignment ? [] : words, joinedBy, redirections, nested }]
  })
}

type SimpleCommand = {
  words: Token[]
  documents: string[]
  joinedBy: string
  redirections: string[]
}

function* simpleCommands(tokens: readonly Token[]): Generator<SimpleCommand> {
  const begin = (joinedBy: string): SimpleCommand => ({
    ...{ words: [], documents: [], joinedBy, redirections: [] },
  })
  let command = begin('')
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    if (token === undefined) continue
    if (token.kind === 'document') command.documents.push(token.text)
    else if (token.kind !== 'operator') command.words.push(token)
    else if (/[<>]/.test(token.text)) {
      const target = tokens[at + 1]
      const hasTarget = !/&[\d-]$/.test(token.text) && target?.kind === 'word'
      command.redirections.push(hasTarget ? `${token.text} ${sourceOf(target)}` : token.text)
      if (hasTarget) at++
    } else if (token.text !== '\n' || !isContinued(tokens, at, command)) {
      yield command
      command = begin(token.text === '\n' ? '' : token.text)
    }
  }
  yield command
}

/** A line that begins with a flag continues the line before it, even without a backslash. */
function isContinued(tokens: readonly Token[], at: number, { words }: SimpleCommand): boolean {
  let next = tokens[at]
  while (next?.kind === 'operator' && next.text === '\n') next = tokens[++at]
  return words.length > 0 && next?.kind === 'word' && /^-{1,2}[A-Za-z]/.test(sourceOf(next))
}

function sourceOf(token: Token): string {
  return token.kind === 'word' ? token.parts.map(({ text }) => text).join('') : ''
}

const nothing = plainWord('')

function expand(token: Token, scope: Scope): readonly PasteWord[] {
  if (token.kind !== 'word') return []
  const { parts, isOpen } = token
  let words: PasteWord[] = []
  for (const part of parts) words = joined(words, expandPart(part, scope))
  const [only] = words
  if (words.length !== 1 || only === undefined) return words
  const quoted = parts.some(({ isQuoted }) => isQuoted) && /\s/.test(only.text) ? [only.text] : []
  return [{ ...only, isOpen, scripts: [...only.scripts, ...quoted.map(withoutPunctuation)] }]
}

/** Punctuation after a quotation belongs to the programming language. */
function withoutPunctuation(text: string): string {
  return text.replace(/[,)\]}]+$/, '')
}

/** Joins the last word of `before` to the first of `after`. */
function joined(before: readonly PasteWord[], after: readonly PasteWord[]): PasteWord[] {
  const [first, ...others] = after
  const last = before.at(-1)
  if (first === undefined || last === undefined) return [...before, ...after]
  const word = {
    text: last.text + first.text,
    unknown: [...last.unknown, ...first.unknown],
    isOpen: false,
    scripts: [...last.scripts, ...first.scripts],
  }
  return [...before.slice(0, -1), word, ...others]
}

function expandPart(part: Part, scope: Scope): readonly PasteWord[] {
  const { text, expansion, isQuoted } = part
  if (expansion === null) return [plainWord(text)]
  const { variable, index, fallback, sum, script } = expansion
  if (sum !== null) {
    const total = shellSum(sum, (name) => textOf(scope.get(name)))
    return total === null ? [unknown(text)] : [plainWord(String(total))]
  }
  // make uses the shell's syntax of command substitution for its variables.
  const isOfMake = script !== null && scope.has(script)
  if (script !== null && !isOfMake) return [{ ...unknown(text), scripts: [script] }]
  const name = variable ?? script
  const value = name === null ? undefined : scope.get(name)
  if (value === undefined) {
    return fallback === null ? [unknown(text)] : expand(onlyWord(fallback), scope)
  }
  if (index !== null) return [value.words[index] ?? unknown(text)]
  if (value.isLoop) {
    const [only, ...others] = value.words
    const isOne = others.length === 0 && only?.unknown.length === 0 && !/[{*?]/.test(only.text)
    if (!isOne) return [unknown(text, value.words.map((word) => word.text).join(', '))]
  }
  return isQuoted ? value.words : value.words.flatMap(split)
}

function unknown(text: string, choices?: string): PasteWord {
  return { ...plainWord(text), unknown: [choices === undefined ? text : `${text} (${choices})`] }
}

function onlyWord(text: string): Token {
  const parts = pasteTokens(text).flatMap((token) => (token.kind === 'word' ? token.parts : []))
  return { kind: 'word', parts, isOpen: false }
}

/** A shell splits an unquoted variable at whitespace. */
function split(word: PasteWord): readonly PasteWord[] {
  const texts = word.text.split(/\s+/).filter((text) => text !== '')
  if (texts.length < 2) return texts.length === 0 ? [nothing] : [word]
  return pasteTokens(word.text).flatMap((token) => expand(token, new Map()))
}

function textOf(value: Value | undefined): string | undefined {
  const [only, ...others] = value?.words ?? []
  return others.length === 0 && only?.unknown.length === 0 ? only.text : undefined
}

const declarations = /^(?:export|declare|typeset|local|readonly|set|ENV|ARG)$/
const shellSetters = /^(?:set(?:env)?|ENV)$/
const assignmentPattern = /^([A-Za-z_]\w*)(\+?)=([^]*)$/

/** Whether the command only assigns variables. */
function assign(tokens: readonly Token[], words: readonly PasteWord[], scope: Scope): boolean {
  const [first, ...others] = tokens
  if (first?.kind === 'array' || others.some(({ kind }) => kind === 'array')) {
    for (const token of tokens) {
      if (token.kind !== 'array') continue
      const items = token.items.flatMap((item) => expand(item, scope))
      const before = token.isAdded ? (scope.get(token.name)?.words ?? []) : []
      scope.set(token.name, { words: [...before, ...items], isLoop: false })
    }
    return true
  }
  if (/^for$/.test(words[0]?.text ?? '') && words[2]?.text === 'in') {
    scope.set(words[1]?.text ?? '', { words: words.slice(3), isLoop: true })
    return true
  }
  const spaced = spacedAssignment(tokens, words) ?? setterAssignment(words)
  if (spaced !== null) {
    scope.set(spaced.name, { words: [spaced.value], isLoop: false })
    return true
  }
  const assigned = declarations.test(words[0]?.text ?? '') ? words.slice(1) : words
  const pairs = assigned.filter(({ text }) => !text.startsWith('-')).map(assignment)
  if (pairs.length === 0 || pairs.includes(null)) return false
  for (const pair of pairs) {
    if (pair === null) continue
    const { name, isAdded, value } = pair
    const before = isAdded ? (scope.get(name)?.words ?? []) : []
    scope.set(name, { words: joined(before, [value]), isLoop: false })
  }
  return true
}

export function assignment(
  word: PasteWord,
): Readonly<{ name: string; isAdded: boolean; value: PasteWord }> | null {
  const [, name, plus, text] = assignmentPattern.exec(word.text) ?? []
  if (name === undefined || text === undefined) return null
  return { name, isAdded: plus === '+', value: { ...word, text } }
}

/** `$name = "value"` of PowerShell, `NAME := value` of make. */
function spacedAssignment(tokens: readonly Token[], words: readonly PasteWord[]) {
  const [name, operator, value, ...others] = words
  if (value === undefined || others.length > 0) return null
  const isSpaced = /^[:?]?=$/.test(operator?.text ?? '')
  const [, bare] = /^\$?(?:env:)?([A-Za-z_]\w*)$/.exec(name?.text ?? '') ?? []
  const [first] = tokens
  if (!isSpaced || bare === undefined || first?.kind !== 'word') return null
  return { name: bare, value }
}

/** `setenv NAME value` and `set name = value` of csh, `set -x NAME value` of fish. */
function setterAssignment([setter, ...others]: readonly PasteWord[]) {
  if (!shellSetters.test(setter?.text ?? '')) return null
  const [name, ...rest] = others.filter(({ text }) => !text.startsWith('-'))
  const [value, ...more] = rest[0]?.text === '=' ? rest.slice(1) : rest
  if (value === undefined || more.length > 0 || !/^[A-Za-z_]\w*$/.test(name?.text ?? ''))
    return null
  return { name: name?.text ?? '', value }
}

/** Null if a variable is unknown or the text is not a supported sum. */
function shellSum(text: string, valueOf: (name: string) => string | undefined): number | null {
  const tokens = text.match(/\d+|\$?\{?[A-Za-z_]\w*\}?|[^\s]/g) ?? []
  let at = 0
  const atom = (): number => {
    const token = tokens[at++] ?? ''
    if (token === '-') return -atom()
    if (token === '(') {
      const inside = sum()
      return tokens[at++] === ')' ? inside : NaN
    }
    const name = /^\$?\{?([A-Za-z_]\w*)\}?$/.exec(token)?.[1]
    const value = name === undefined ? token : (valueOf(name) ?? '')
    return /^\d+$/.test(value) ? Number(value) : NaN
  }
  const product = (): number => {
    let value = atom()
    for (;;) {
      const operator = tokens[at]
      if (operator !== '*' && operator !== '/' && operator !== '%') return value
      at++
      const next = atom()
      if (operator === '*') value *= next
      else value = operator === '/' ? Math.trunc(value / next) : value % next
    }
  }
  const sum = (): number => {
    let value = product()
    while (tokens[at] === '+' || tokens[at] === '-') {
      value += tokens[at++] === '+' ? product() : -product()
    }
    return value
  }
  const value = sum()
  return at === tokens.length && Number.isSafeInteger(value) ? value : null
}
