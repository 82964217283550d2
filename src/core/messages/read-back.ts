// The message behind an English text that was stored or sent without its data: failed requests, logs of sweeps, results
// of earlier versions. The English catalogue is the grammar; a text it does not know stays as it is.
import { languageRecords } from './language-records.ts'
import type { Language } from './languages.ts'
import { type Message, type MessageId, sentences, type Text } from './message.ts'

/** A text that may hold stored English ones, for `language`. */
export function storedText(text: Text, language: Language): Text {
  return language === 'en' ? text : readBack(text)
}

/** Every text in it that is a known message as that message. */
function readBack(text: Text): Text {
  if (typeof text === 'string') return remembered(text)
  const params = Object.entries(text.params).map(([name, value]) => [
    name,
    typeof value === 'number' ? value : readBack(value),
  ])
  return { id: text.id, params: Object.fromEntries(params) as Message['params'] }
}

/** Tables show the same few again and again. */
const read = new Map<string, Text>()
const mostRead = 1000

function remembered(text: string): Text {
  const known = read.get(text)
  if (known !== undefined) return known
  if (read.size === mostRead) read.clear()
  const found = parsedSentences(text) ?? parsed(text) ?? text
  read.set(text, found)
  return found
}

/** Null unless each of them is known. */
function parsedSentences(text: string): Text | null {
  const parts = text.split(/(?<=[.?]) (?=[A-Z])/)
  const known = parts.map(parsed).filter((part) => part !== null)
  return parts.length > 1 && known.length === parts.length ? sentences(known) : null
}

function parsed(text: string): Message | null {
  for (const { id, pattern, literals } of patterns()) {
    if (!hasInOrder(text, literals)) continue
    const { groups = {} } = pattern.exec(text) ?? { groups: null }
    if (groups === null) continue
    const params = Object.entries(groups).map(([name, value]) => [name, remembered(value)])
    return { id, params: Object.fromEntries(params) as Message['params'] }
  }
  return null
}

/** Whether the expression may match. Without this, a text that repeats what is between parameters takes its square or more. */
function hasInOrder(text: string, literals: readonly string[]): boolean {
  const [first = ''] = literals
  if (!text.startsWith(first) || !text.endsWith(literals.at(-1) ?? '')) return false
  let at = 0
  for (const literal of literals) {
    const found = text.indexOf(literal, at)
    if (found === -1) return false
    at = found + literal.length
  }
  return true
}

type Pattern = Readonly<{ id: MessageId; pattern: RegExp; literals: readonly string[] }>

let made: readonly Pattern[] | null = null

/** The more of a text a template states itself, the better it explains it. */
function patterns(): readonly Pattern[] {
  made ??= Object.entries(languageRecords.en.catalogue)
    .map(([id, template]) => ({ id: id as MessageId, template, length: ownLength(template) }))
    .filter(
      ({ id, template, length }) =>
        length >= shortest && !template.includes('|') && !neverStored.test(id),
    )
    .toSorted((a, b) => b.length - a.length)
    .map(({ id, template }) => ({
      id,
      pattern: patternOf(template),
      literals: template.split(/\{[a-z]\w*\}/i),
    }))
  return made
}

/** Letters: what only joins other texts would explain everything. */
const shortest = 4
/** Made from data wherever they are shown. */
const neverStored = /^(cli|figure|judgement|report|searches|sweepLog|tables)\./
const parameter = /\{([a-z]\w*)\}/gi

function ownLength(template: string): number {
  return template.replace(parameter, '').replace(/[^a-z]/gi, '').length
}

function patternOf(template: string): RegExp {
  const escaped = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  const seen = new Set<string>()
  const source = escaped.replace(parameter, (_, name: string) => {
    if (seen.has(name)) return `\\k<${name}>`
    seen.add(name)
    return `(?<${name}>.+?)`
  })
  return new RegExp(`^${source}$`, 's')
}
