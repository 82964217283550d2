// Finds secrets in text that a server sent, however it encoded them: JSON and HTML escapes, percent-encoding, hexadecimal
// digits, base64 at any position of the encoded bytes. A text that was cut may end with the beginning of a secret.
import { utf8Bytes } from './utf8-bytes.ts'
import { base64Cores } from './base64-cores.ts'

export const hiddenValue = '***'

/** Cut texts are searched for beginnings of at least this length. */
const shortestBeginning = 4

/**
 * Returns what replaces every secret by `***`; null if there is none. Secrets that are ordinary words, short, or plain
 * numbers are replaced only after a word such as `Bearer` or `key`, because a text would be destroyed otherwise.
 */
export function secretRedactor(secrets: Iterable<string>): ((text: string) => string) | null {
  // The longest first: one may be part of another.
  const all = [...new Set(secrets)].filter((secret) => secret !== '')
  const distinct = all.toSorted((a, b) => b.length - a.length)
  if (distinct.length === 0) return null
  const clear = distinct.filter((secret) => !isOrdinary(secret))
  const patterns = [
    patternOf(clear.map(textPattern), 'gi'),
    patternOf(clear.flatMap(spellings).map(hexPattern), 'gi'),
    patternOf(clear.flatMap(spellings).flatMap(base64Patterns), 'g'),
    patternOf(clear.map(beginningPattern), 'gi'),
    patternOf(distinct.filter(isOrdinary).map(credentialPattern), 'gi'),
  ].filter((pattern) => pattern !== null)
  return (text) =>
    patterns.reduce((changed, pattern) => changed.replace(pattern, hiddenValue), text)
}

/** What a server may encode once more. */
function spellings(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  const html = secret.replace(/[&<>"']/g, (each) => `&${named[each] ?? ''};`)
  return [...new Set([secret, json, encodeURIComponent(wellFormed(secret)), html])]
}

function patternOf(alternatives: readonly string[], flags: string): RegExp | null {
  return alternatives.length === 0 ? null : new RegExp(alternatives.join('|'), flags)
}

/** Words of the protocols and of engines: without them no response can be read. */
const protocolWords =
  /^(assistant|authorization|choices|completions?|content|created|default|dev[-_]?key|embeddings?|finish_reason|function|max_tokens|messages?|metadata|objects?|password|prompts?|requests?|responses?|secret|sglang|streams?|tokens?|undefined|version|vllm)$/i

/** Whether the text is no secret by its form: an ordinary word, a plain number, or a few characters. */
function isOrdinary(secret: string): boolean {
  if (secret.length < 4) return true
  return /^([a-z]{1,6}|\d{1,7})$/i.test(secret) || protocolWords.test(secret)
}

const credentialWords = String.raw`(?:bearer|basic|key|token|auth|authorization|passw(?:or)?d|secret|x-[\w-]{1,40})`

function credentialPattern(secret: string): string {
  const gap = String.raw`["'\\\s:=\[(,]{1,8}(?:%20|(?:bearer|basic)[\s+]+)?`
  return `(?<=${credentialWords}${gap})${textPattern(secret)}(?!\\w)`
}

function textPattern(secret: string): string {
  const whole = [...wellFormed(secret)].map(characterPattern).join('')
  // A number within a longer one is another number.
  return /^\d+$/.test(secret) ? `(?<![\\d.])${whole}(?![\\d.])` : whole
}

function beginningPattern(secret: string): string {
  const characters = [...wellFormed(secret)].slice(0, -1).map(characterPattern)
  const sure = characters.slice(0, shortestBeginning).join('')
  const rest = characters.slice(shortestBeginning)
  const optional = rest.reduceRight((tail, each) => `(?:${each}${tail})?`, '')
  return characters.length < shortestBeginning
    ? '(?!)'
    : `${sure}${optional}(?=(?:…|\\.{3})?["'”]?[.)]?$)`
}

/** Bounded, so that a row of them takes time in proportion to its length. */
const backslashes = String.raw`\\{0,8}`

const named: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
}

const controls: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't' }

/** One character as itself, after backslashes, as an escape of JSON, an entity of HTML, or percent-encoded. */
function characterPattern(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const isWordy = /^[a-z\d]$/i.test(character)
  const units = Array.from({ length: character.length }, (_, place) =>
    hex(character.charCodeAt(place), 4),
  )
  const name = named[character]
  const control = controls[character]
  const entities = [`#0{0,6}${code};?`, `#x0{0,6}${hex(code, 1)};?`, ...(name ? [`${name};?`] : [])]
  const forms = [
    `${isWordy ? '' : backslashes}${escaped(character)}`,
    ...(character === ' ' ? ['\\+'] : []),
    ...(control ? [`${backslashes}${control}`] : []),
    utf8Bytes(character)
      .map((byte) => `%(?:25){0,4}${hex(byte, 2)}`)
      .join(''),
    units.map((unit) => `${backslashes}u${unit}`).join(''),
    ...(code < 256 ? [`${backslashes}x${hex(code, 2)}`] : []),
    `&(?:amp;){0,4}(?:${entities.join('|')})`,
  ]
  return `(?:${forms.join('|')})`
}

/** The bytes as hexadecimal digits, in a row or separated. */
function hexPattern(secret: string): string {
  return utf8Bytes(wellFormed(secret))
    .map((byte) => hex(byte, 2))
    .join(String.raw`(?:[\s:-]|, ?(?:0x)?|\\x)?`)
}

function base64Patterns(secret: string): readonly string[] {
  return base64Cores(utf8Bytes(wellFormed(secret))).map(
    (core) =>
      `[\\w+/-]?${[...core].map(base64Character).join('')}[\\w+/-]?(?:(?:=|%3D|%3d|\\\\u003[dD]){0,2})`,
  )
}

/** Of either alphabet, plain or escaped. */
function base64Character(character: string): string {
  if (character === '+') return String.raw`(?:[+-]|%2[Bb]|\\u002[Bb])`
  if (character === '/') return String.raw`(?:\\*[/_]|%2[Ff]|\\u002[Ff])`
  return character
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
}

function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd')
}
