// Byte pair encoding without the library, for files and texts that it is certain to convert identically. Reading a file takes
// less time and far less memory, and so does converting short texts.
import { Buffer } from 'node:buffer'
import { byteLetters } from './byte-pair-model.ts'
import type { BytePairLists, BytePairTables } from './byte-pair-lists.ts'

export type Split = Readonly<{ pattern: RegExp; dropsOthers: boolean }>

export type ByteLevelRules = Readonly<{
  /** Applied one after the other. */
  splits: readonly Split[]
  isNormalized: boolean
  /** A word that is a token remains one, however its parts would merge. */
  ignoresMerges: boolean
  /** Added tokens by id. */
  added: ReadonlyMap<number, string>
}>

/** Longer words are left to the library, because merging them takes quadratic time. */
const longestWord = 4096

const unicodeHere = Number(process.versions['unicode'] ?? Infinity)
/** Characters whose class may differ in the library, apart from those below: unassigned ones here, or any in later versions. */
const unsure = unicodeHere > 17 ? /[^\0-\x7f]/ : unicodeHere < 16 ? /\p{Cn}/u : null

/** Characters unknown to the library, which uses Unicode 16, and the byte order mark, which is whitespace only here. */
const unknownThere = [
  String.raw`\u088f\u0c5c\u0cdc\u1acf-\u1aeb\u20c1\u2b96\ua7ce-\ua7cf\ua7d2\ua7d4\ua7f1\ufbc3-\ufbd2\ufd90-\ufd91\ufdc8-\ufdce\ufeff`,
  String.raw`\u{10940}-\u{10959}\u{10ec5}-\u{10efb}\u{11b60}-\u{11b67}\u{11db0}-\u{11de9}\u{16ea0}-\u{16ed3}\u{16ff2}-\u{16ff6}`,
  String.raw`\u{187f8}-\u{187ff}\u{18d09}-\u{18df2}\u{1ccfa}-\u{1ccfc}\u{1ceba}-\u{1cef0}\u{1e6c0}-\u{1e6ff}\u{1f6d8}`,
  String.raw`\u{1f777}-\u{1f77a}\u{1f8d0}-\u{1f8d8}\u{1fa54}-\u{1fa57}\u{1fa8a}-\u{1fa8e}\u{1fac8}-\u{1facd}\u{1faea}-\u{1faef}`,
  String.raw`\u{1fbfa}\u{2b73a}-\u{2b73f}\u{2cea2}-\u{2cead}\u{323b0}-\u{33479}`,
]
const differing = new RegExp(String.raw`[\x85\u0295\ud800-\udfff${unknownThere.join('')}]`, 'gu')
/** Replacements of the same length. */
const standIns = new Map([
  ['\x85', '\xa0'],
  ['\u0295', '\u0250'],
])

export class BytePairCoder {
  readonly #rules: ByteLevelRules
  readonly #lists: BytePairLists
  readonly #addedBytes: ReadonlyMap<number, Buffer>
  /** Matches texts with an added token. */
  readonly #added: RegExp | null
  /** Ids of the parts of a word, and ranks of the merges of each with the next; 0 if they do not merge. */
  readonly #ids = new Int32Array(longestWord)
  readonly #ranks = new Uint32Array(longestWord)
  /** Ids of single bytes; -1 if one is no token. */
  readonly #byteIds: Int32Array

  private constructor(rules: ByteLevelRules, lists: BytePairLists) {
    this.#rules = rules
    this.#lists = lists
    const bytes = Uint8Array.from(byteLetters, (_, byte) => byte)
    this.#byteIds = Int32Array.from(bytes, (byte) => lists.idOf(bytes, byte, byte + 1))
    const contents = [...rules.added.values()]
    this.#addedBytes = new Map([...rules.added].map(([id, content]) => [id, Buffer.from(content)]))
    this.#added = contents.length === 0 ? null : new RegExp(contents.map(literal).join('|'))
  }

  /** Null if the lists are not plain: the library then reads them, or reports the error. */
  static of(lists: BytePairLists, rules: ByteLevelRules): BytePairCoder | null {
    const coder = lists.isWhole ? new BytePairCoder(rules, lists) : null
    return coder?.isNumberedAsThere() === true ? coder : null
  }

  /** The library ignores the listed ids of added tokens. It uses ids of the model, or the next free ones. */
  private isNumberedAsThere(): boolean {
    const { others } = this.#lists
    for (const [content, id] of others) if (this.#rules.added.get(id) !== content) return false
    let next = this.vocabSize
    for (const [id, content] of this.#rules.added) {
      if (id !== (this.#modelId(content) ?? next)) return false
      next = Math.max(next, id + 1)
    }
    return true
  }

  get tables(): BytePairTables {
    return this.#lists.tables()
  }

  /** Without added tokens. */
  get vocabSize(): number {
    return this.#lists.count
  }

  get wholeVocabSize(): number {
    const added = new Set(this.#rules.added.values())
    return this.vocabSize + [...added].filter((content) => this.#modelId(content) === null).length
  }

  tokenOf(id: number): string | null {
    const added = this.#rules.added.get(id)
    if (added !== undefined) return added
    let letters = ''
    for (const byte of this.#lists.bytesOf(id)) letters += byteLetters[byte] ?? ''
    return letters === '' ? null : letters
  }

  idOf(token: string): number | null {
    for (const [id, content] of this.#rules.added) if (content === token) return id
    return this.#modelId(token)
  }

  #modelId(token: string): number | null {
    const bytes = Array.from(token, (letter) => byteLetters.indexOf(letter))
    const id = this.#lists.idOf(Uint8Array.from(bytes), 0, bytes.length)
    return id === -1 || bytes.includes(-1) ? (this.#lists.others.get(token) ?? null) : id
  }

  decode(ids: Uint32Array): string {
    let length = 0
    for (const id of ids) length += this.#addedBytes.get(id)?.length ?? this.#lists.lengthOf(id)
    const bytes = Buffer.allocUnsafe(length)
    let end = 0
    for (const id of ids) {
      const added = this.#addedBytes.get(id)
      end = added === undefined ? this.#lists.copy(id, bytes, end) : end + added.copy(bytes, end)
    }
    return bytes.toString()
  }

  /** Null if the library might encode it differently. */
  encode(text: string): Uint32Array | null {
    const { splits, isNormalized } = this.#rules
    if (unsure?.test(text) === true || this.#added?.test(text) === true) return null
    if (isNormalized && text.normalize('NFC') !== text) return null
    const bytes = Buffer.from(text)
    const ids = new Uint32Array(bytes.length)
    let count = 0
    let start = 0
    const isAscii = bytes.length === text.length
    for (const word of splits.reduce(splitAll, [isAscii ? text : asThere(text)])) {
      const end = start + (isAscii ? word.length : Buffer.byteLength(word))
      if (end - start > longestWord) return null
      const parts = this.#partsOf(bytes, start, end)
      if (parts === -1) return null
      for (let part = 0; part < parts; part++) ids[count++] = this.#ids[part] ?? 0
      start = end
    }
    return start === bytes.length ? ids.slice(0, count) : null
  }

  /** Merges the pair with the lowest rank, the first of several, until none is left. Returns the number of parts, or -1. */
  #partsOf(bytes: Uint8Array, start: number, end: number): number {
    const lists = this.#lists
    const ids = this.#ids
    const ranks = this.#ranks
    const whole = this.#rules.ignoresMerges ? lists.idOf(bytes, start, end) : -1
    ids[0] = whole
    if (whole !== -1) return 1
    let parts = end - start
    for (let part = 0; part < parts; part++) {
      const id = this.#byteIds[bytes[start + part] ?? 0] ?? -1
      if (id === -1) return -1
      ids[part] = id
      if (part > 0) ranks[part - 1] = lists.rankOf(ids[part - 1] ?? 0, id)
    }
    for (;;) {
      let first = -1
      let least = Infinity
      for (let part = 0; part < parts - 1; part++) {
        const rank = ranks[part] ?? 0
        if (rank === 0 || rank >= least) continue
        first = part
        least = rank
      }
      if (first === -1) return parts
      parts--
      const merged = lists.mergedBy(least)
      ids[first] = merged
      for (let part = first + 1; part < parts; part++) {
        ids[part] = ids[part + 1] ?? 0
        ranks[part - 1] = ranks[part] ?? 0
      }
      if (first + 1 < parts) ranks[first] = lists.rankOf(merged, ids[first + 1] ?? 0)
      if (first > 0) ranks[first - 1] = lists.rankOf(ids[first - 1] ?? 0, merged)
    }
  }
}

/** Replaces characters of other classes, so that a text is split as the library splits `text`. Exported for tests. */
export function asThere(text: string): string {
  return text.replace(differing, (one) => standIns.get(one) ?? withoutClass(one))
}

function withoutClass(one: string): string {
  if (/\p{Cs}/u.test(one)) return '\ufffd'
  return one.length === 1 ? '\uffff' : '\u{1ffff}'
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}

function splitAll(parts: readonly string[], rule: Split): readonly string[] {
  return parts.flatMap((part) => split(part, rule))
}

/** Matches, and the parts between them unless dropped. */
function split(text: string, { pattern, dropsOthers }: Split): readonly string[] {
  const matches = text.match(pattern) ?? []
  const length = matches.reduce((sum, { length }) => sum + length, 0)
  if (dropsOthers || length === text.length) return matches
  const parts: string[] = []
  let end = 0
  for (const { 0: match, index } of text.matchAll(pattern)) {
    if (index > end) parts.push(text.slice(end, index))
    parts.push(match)
    end = index + match.length
  }
  return end < text.length ? [...parts, text.slice(end)] : parts
}
