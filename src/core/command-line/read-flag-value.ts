// Parses a flag's value from command-line arguments. Checks only the notation, so text that is not a number is returned
// unchanged; the schema checks ranges.
import { message, type Message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { Flag } from '#core/flags/flag.ts'
import { inexactNumberIn, mendedObject } from '#core/protocol/json-value.ts'
import { parsedJson } from '#core/base/parsed-json.ts'

type ValueReader = (words: readonly string[], flag: Flag) => unknown

const firstWord: ValueReader = ([word = '']) => withoutBlank(word)

const readers: Readonly<Record<Flag['kind'], ValueReader>> = {
  text: firstWord,
  choice: ([word = ''], { respell }) => respell?.(word) ?? word,
  integer: ([word = '']) => integerIn(word),
  number: ([word = '']) => numberIn(word),
  rate: ([word = '']) => (/^\+?inf(inity)?$/i.test(word.trim()) ? 'inf' : numberIn(word)),
  switch: () => true,
  numbers: ([word = ''], { areWhole }) => {
    const items = listIn(word)
    return (items.length > 0 ? items : [word]).map(areWhole === true ? integerIn : numberIn)
  },
  names: ([word = '']) => listIn(word),
  words: (words) => words.map(withoutBlank),
  pairs: (words, flag) =>
    recordOf(
      words.map((word) => pairIn(word, '=', flag)),
      flag,
    ),
  limits: (words, flag) => {
    const limits = words.flatMap(listIn)
    const pairs = (limits.length > 0 ? limits : words).map((word) => pairIn(word, ':', flag))
    return recordOf(
      pairs.map(([metric, limit]) => [metric, numberIn(limit)]),
      flag,
    )
  },
  json: ([word = ''], flag) => jsonObjectIn(word, flag),
  sizes: ([word = ''], flag) => jsonObjectIn(word, flag, withJsonKeys(word)),
  'range-ratio': ([word = ''], flag) =>
    word.trimStart().startsWith('{') ? jsonObjectIn(word, flag) : numberIn(word),
}

/** The result is not validated yet; parse it with the schema. */
export function readFlagValue(flag: Flag, words: readonly string[]): unknown {
  return readers[flag.kind](words, flag)
}

/** Kinds that take all arguments up to the next flag. */
export function takesSeveralValues({ kind }: Flag): boolean {
  return kind === 'words' || kind === 'pairs' || kind === 'limits'
}

/** Blanks alone are no text. */
function withoutBlank(word: string): string {
  return word.trim() === '' ? '' : word
}

function recordOf(
  pairs: readonly (readonly [string, number | string])[],
  { flag }: Flag,
): Readonly<Record<string, unknown>> {
  const names = pairs.map(([name]) => name)
  const name = names.find((each, at) => names.indexOf(each) !== at)
  if (name === undefined) return Object.fromEntries(pairs)
  throw new AppError('invalid-input', message('files.givenTwice', { flag, name }))
}

const decimal = /^\s*[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|Infinity)\s*$/i
const isZero = /^[^1-9]*(?:e|$)/i

/** Digits may be grouped as in Python: `10_000`. A number too small for a double is none. */
function numberIn(word: string): number | string {
  const plain = ungrouped(word)
  const value = Number(plain)
  const isRead = decimal.test(plain) && (value !== 0 || isZero.test(plain))
  return isRead && !Number.isNaN(value) ? value : word
}

/** Refuses an integer with a decimal point: `1.000` is a thousand to some people and one to others. */
function integerIn(word: string): number | string {
  const value = numberIn(word)
  const isPlain = /^\s*[+-]?\d+(e\+?\d+)?\s*$/i.test(ungrouped(word))
  return isPlain || !Number.isInteger(value) ? value : word
}

function ungrouped(word: string): string {
  return word.replaceAll(/(?<=\d)_(?=\d)/g, '')
}

/** `a,b`. */
export function listIn(word: string): string[] {
  return word
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

function pairIn(word: string, separator: string, { flag, metavar = '' }: Flag): [string, string] {
  const at = word.indexOf(separator)
  if (at < 1) {
    // `Authorization: Bearer …` is a secret.
    const text = word.replace(/(?<=^[^=]*?[:\s]).+$/s, '…')
    throw new AppError('invalid-input', message('files.takesForm', { flag, form: metavar, text }))
  }
  return [word.slice(0, at).trim(), word.slice(at + 1).trim()]
}

function jsonObjectIn(word: string, { flag, kind }: Flag, json = word): object {
  const inexact = inexactNumberIn(json)
  if (inexact !== null) {
    throw new AppError('invalid-input', message('files.inexactNumber', { flag, number: inexact }))
  }
  const value = parsedJson(json)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new AppError('invalid-input', message('files.takesJson', { flag, text: word }), {
    remedy: jsonRemedy(word, flag, kind === 'sizes' ? '{(256, 256, 1): 1}' : '{"name": 1}'),
  })
}

/** Shows the value as it must be written, or `example` if it cannot be determined. */
function jsonRemedy(word: string, flag: string, example: string): Message {
  const [constant] = /\b(?:NaN|Infinity)\b/.exec(word) ?? []
  if (constant !== undefined) return message('files.notInJson', { constant })
  if (/^@|\.json$/i.test(word)) {
    return message('files.jsonOfFile', { flag, file: word.replace(/^@/, '') })
  }
  return message('files.quotedJson', { flag, value: mendedObject(word) ?? example })
}

/** Rewrites keys such as `(256,256,1)`, quoted or not, as JSON strings with one spelling. */
function withJsonKeys(word: string): string {
  return word.replaceAll(/(['"]?)\(([^()]*)\)\1/g, (_, __, inside: string) => {
    const numbers = inside.split(',').map((number) => number.trim())
    return JSON.stringify(`(${numbers.filter((number) => number !== '').join(', ')})`)
  })
}

/** Parsed value; undefined if the text is not valid JSON. */
