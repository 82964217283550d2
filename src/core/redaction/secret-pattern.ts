// Finds secrets in text from a server, in any encoding: JSON and HTML escapes, percent-encoding, numeric bytes, base64 at any
// position of the encoded bytes. A truncated text may end with the start of a secret. Patterns of all spellings are slow, so each
// runs only on a text that contains evidence of its spelling.
import { base64Letter } from '#core/base/base64-bytes.ts'
import {
  utf8Bytes,
  base64Character,
  base64Pattern,
  beginningPattern,
  bytePatterns,
  endPattern,
  hexDigits,
  named,
  shortestAtEnd,
  shortestBeforeQuote,
  textCharacters,
  textPattern,
  utf16Bytes,
  wellFormed,
} from './spelling-patterns.ts'

export const hiddenValue = '***'

/** Text with properties that are cheap to compute. */
type IndexedText = Readonly<{
  text: string
  lower: string
  /** Whether letters or digits may appear as escapes. */
  hasEscapes: boolean
  hasHex: boolean
  hasNumbers: boolean
}>

type Search = Readonly<{
  mayFind: (searched: IndexedText) => boolean
  pattern: () => RegExp
}>

/**
 * Returns a function that replaces every secret by `***`; it returns null if there is none. Secrets that are ordinary
 * words, short, or plain numbers are replaced only after a word such as `Bearer` or `key`, because replacing them
 * everywhere would destroy a text.
 */
export function secretRedactor(secrets: Iterable<string>): ((text: string) => string) | null {
  // Tries the longest first, because one secret may be part of another.
  const all = [...new Set(secrets)].map(wellFormed).filter((secret) => secret !== '')
  const searches = all.toSorted((a, b) => b.length - a.length).flatMap(searchesFor)
  if (searches.length === 0) return null
  return (text) => {
    let searched = searchedIn(text)
    for (const { mayFind, pattern } of searches) {
      if (!mayFind(searched)) continue
      const changed = searched.text.replace(pattern(), hiddenValue)
      if (changed !== searched.text) searched = searchedIn(changed)
    }
    return searched.text
  }
}

const escapes = /%(?:25)*[3-7][\da-f]|\\[ux0-7]|&(?:amp;)*#|=[3-7][\da-f]/i
const hexRow = /(?:[\da-f]{2}(?:[\s:-]|, ?(?:0x)?|\\x)?){4}/i
const numberRow = /(?:\d{2,3},\s{0,2}){3}/

function searchedIn(text: string): IndexedText {
  return {
    text,
    lower: text.toLowerCase(),
    hasEscapes: escapes.test(text),
    hasHex: hexRow.test(text),
    hasNumbers: numberRow.test(text),
  }
}

function searchesFor(secret: string): readonly Search[] {
  if (isOrdinary(secret)) {
    const lower = secret.toLowerCase()
    return [
      search(
        ({ lower: text }) => text.includes(lower),
        'gi',
        () => credentialPattern(secret),
      ),
    ]
  }
  const spelled = spellings(secret)
  const cores = spelled.flatMap(base64Cores)
  const plain = longestRun(secret).toLowerCase()
  const start = secret.slice(0, shortestBeforeQuote).toLowerCase()
  const characters = () => textCharacters(secret)
  const coreCharacters = (core: string) => [...core].map(base64Character)
  return [
    search(
      ({ lower, hasEscapes }) => hasEscapes || lower.includes(plain),
      'gi',
      () => textPattern(secret),
    ),
    search(
      ({ hasHex, hasNumbers, hasEscapes }) => hasHex || hasNumbers || hasEscapes,
      'gi',
      () => spelled.flatMap(bytePatterns).join('|'),
    ),
    ...cores.map((core) => {
      const [first, last] = halves(longestRun(core))
      return search(
        ({ text }) => text.includes(first) || text.includes(last),
        'g',
        () => base64Pattern(coreCharacters(core)),
      )
    }),
    search(
      ({ lower, hasEscapes }) => lower.includes(start) || endsWithin(lower, secret) || hasEscapes,
      'gi',
      () => beginningPattern(characters()),
    ),
    search(
      ({ text }) => mayBeCut(text) && encodedEnd.test(text),
      'gi',
      () => spelled.map((bytes) => endPattern(hexDigits(bytes))).join('|'),
    ),
    search(
      ({ text }) => mayBeCut(text) && encodedEnd.test(text),
      'g',
      () => cores.map((core) => endPattern(coreCharacters(core))).join('|'),
    ),
  ]
}

function search(mayFind: Search['mayFind'], flags: string, source: () => string): Search {
  let made: RegExp | null = null
  return { mayFind, pattern: () => (made ??= new RegExp(source(), flags)) }
}

/** Longest run of letters and digits, which most encodings leave unchanged. */
function longestRun(text: string): string {
  const runs = text.match(/[a-z\d]+/gi) ?? []
  return runs.toSorted((a, b) => b.length - a.length)[0] ?? ''
}

/** Two halves of a run; a line break leaves one of them intact. */
function halves(run: string): readonly [string, string] {
  const middle = run.length < 8 ? run.length : Math.ceil(run.length / 2)
  return [run.slice(0, middle), run.slice(-middle)]
}

/** Texts of servers are truncated at 500 characters or more. */
function mayBeCut(text: string): boolean {
  return text.length >= 400
}

const encodedEnd = /[\w+/%:-]{8}(?:…|\.{3})?["'”]?[.)]?$/

function endsWithin(lower: string, secret: string): boolean {
  return lower
    .slice(-shortestBeforeQuote - 4)
    .includes(secret.slice(0, shortestAtEnd).toLowerCase())
}

/** Byte sequences that a server may encode again: the secret, escaped, in base64, or in UTF-16. */
function spellings(text: string): readonly (readonly number[])[] {
  const json = JSON.stringify(text).slice(1, -1)
  const html = text.replace(/[&<>"']/g, (each) => `&${named[each] ?? ''};`)
  const [whole = ''] = base64Cores(utf8Bytes(text))
  const texts = [...new Set([text, json, encodeURIComponent(text), html, whole])]
  return [...texts.map(utf8Bytes), utf16Bytes(text)]
}

/** Terms of protocols and engines; a response without them would be unreadable. */
const protocolWords =
  /^(assistant|authorization|choices|completions?|content|created|default|dev[-_]?key|embeddings?|finish_reason|function|max_tokens|messages?|metadata|objects?|password|prompts?|requests?|responses?|secret|sglang|streams?|tokens?|undefined|version|vllm)$/i

/** Whether the text does not look like a secret: an ordinary word, a plain number, or a few characters. */
function isOrdinary(secret: string): boolean {
  if (secret.length < 4) return true
  return /^([a-z]{1,6}|\d{1,7})$/i.test(secret) || protocolWords.test(secret)
}

const credentialWords = String.raw`(?:bearer|basic|key|token|auth|authorization|passw(?:or)?d|secret|x-[\w-]{1,40})`

function credentialPattern(secret: string): string {
  const gap = String.raw`["'\\\s:=\[(,]{1,8}(?:%20|(?:bearer|basic)[\s+]+)?`
  return `(?<=${credentialWords}${gap})${textPattern(secret)}(?!\\w)`
}

/** Shorter cores would also match texts without the secret. */
const shortestCore = 4

/**
 * Substrings of the base64 of any text that contains the bytes. One core for each position of the bytes within a group of three: the characters that do not depend on neighbouring
 * bytes. A character at either end may contain further bits.
 */
function base64Cores(bytes: readonly number[]): readonly string[] {
  return [0, 1, 2]
    .map((before) => coreAfter(before, bytes))
    .filter((core) => core.length >= shortestCore)
}

function coreAfter(before: number, bytes: readonly number[]): string {
  const all = [...Array.from({ length: before }, () => 0), ...bytes]
  const first = Math.ceil((before * 8) / 6)
  const end = Math.floor((all.length * 8) / 6)
  return Array.from({ length: end - first }, (_, place) => base64Letter(all, first + place)).join(
    '',
  )
}
