// Sources of regular expressions for the spellings of a secret: characters in every escape, numeric bytes, base64.

/** Shortest prefix that is searched for in truncated texts: at the end, and before a quote or an ellipsis. */
export const shortestAtEnd = 4
export const shortestBeforeQuote = 8

export function textCharacters(secret: string): readonly string[] {
  return [...secret].map((each) => characterPattern(each))
}

export function textPattern(secret: string): string {
  const whole = textCharacters(secret).join('')
  // A number inside a longer number is a different number.
  return /^\d+$/.test(secret) ? `(?<![\\d.])${whole}(?![\\d.])` : whole
}

/** Matches a prefix of these characters at a truncation. */
export function beginningPattern(characters: readonly string[]): string {
  const quoted = optionalAfter(characters, shortestBeforeQuote)
  return `${endPattern(characters, shortestAtEnd)}|${quoted}(?=["'”…]|\\.{3})`
}

export function endPattern(characters: readonly string[], least = shortestBeforeQuote): string {
  return `${optionalAfter(characters, least)}(?=(?:…|\\.{3})?["'”]?[.)]?$)`
}

/** At least `least` of the characters, and not the last; matches nothing if there are too few. */
function optionalAfter(characters: readonly string[], least: number): string {
  const rest = characters.slice(least, -1)
  if (characters.length <= least) return '(?!)'
  const optional = rest.reduceRight((tail, each) => `(?:${each}${tail})?`, '')
  return characters.slice(0, least).join('') + optional
}

/** Bounded, so that a run of backslashes takes linear time. */
const backslashes = String.raw`\\{0,8}`

export const named: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
}

const controls: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't' }

/** One character as itself, after backslashes, as a JSON escape, an HTML entity, or percent-encoded. */
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
    // Forms encode a space as a plus sign, and a server may confuse the two.
    ...(character === ' ' ? ['\\+'] : []),
    ...(character === '+' ? [' '] : []),
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

/** Bytes as numbers: hexadecimal, octal or decimal, adjacent or separated. */
export function bytePatterns(bytes: readonly number[]): readonly string[] {
  return [
    hexDigits(bytes).join(''),
    bytes.map((byte) => `=${hex(byte, 2)}`).join(''),
    bytes.map((byte) => `\\\\{1,8}0{0,2}${byte.toString(8)}`).join(''),
    bytes.map(String).join(String.raw`,\s{0,2}`),
  ]
}

export function hexDigits(bytes: readonly number[]): readonly string[] {
  const separator = String.raw`(?:[\s:-]|, ?(?:0x)?|\\x)?`
  return bytes.map((byte, place) => (place === 0 ? '' : separator) + hex(byte, 2))
}

export function base64Pattern(characters: readonly string[]): string {
  const padding = String.raw`(?:(?:=|%3[Dd]|\\u003[dD]){0,2})`
  return `[\\w+/-]?${characters.join(lineEnd)}[\\w+/-]?${padding}`
}

/** Line breaks inside base64, as in mail and certificates. */
const lineEnd = String.raw`(?:\s|\\[rn]){0,4}`

/** Pattern for a character of either base64 alphabet, plain or escaped. */
export function base64Character(character: string): string {
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

export function utf16Bytes(text: string): readonly number[] {
  return Array.from({ length: text.length }, (_, place) => text.charCodeAt(place)).flatMap(
    (unit) => [unit & 0xff, unit >> 8],
  )
}

export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd')
}

/** `text` must be well formed. */
export function utf8Bytes(text: string): readonly number[] {
  const parts = encodeURIComponent(text).match(/%[\dA-F]{2}|[^%]/g) ?? []
  return parts.map((part) =>
    part.startsWith('%') ? Number.parseInt(part.slice(1), 16) : part.charCodeAt(0),
  )
}
