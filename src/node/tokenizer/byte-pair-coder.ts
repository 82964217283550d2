// Byte pair encoding without the library, of files and texts that it surely converts alike. Reading a file takes less time and
// far less memory, and so does converting short texts.
import { Buffer } from 'node:buffer'
import { byteLetters } from './byte-pair-model.ts'
import type { BytePairLists } from './byte-pair-lists.ts'

export type ByteLevelRules = Readonly<{
  /** Split a text, one after the other. */
  patterns: readonly RegExp[]
  isNormalized: boolean
  /** A word that is a token stays one, however its parts would merge. */
  ignoresMerges: boolean
  /** Added tokens by id. */
  added: ReadonlyMap<number, string>
}>

/** Longer words are left to the library, because merging them takes quadratic time. */
const longestWord = 4096

/** Blocks of characters that have the same classes in the library, in every Unicode version: a test compares each character. */
const alikeBlocks = [
  String.raw`\0-\x84\x86-\u017e\u0180-\u0294\u0296-\u0377\u037a-\u037f\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u052f`,
  String.raw`\u0531-\u0556\u0591-\u05c7\u05d0-\u05ea\u0600-\u06ff\u0900-\u097f`,
  String.raw`\u0e01-\u0e3a\u0e3f-\u0e5b\u10d0-\u11ff\u1d00-\u1dbf\u1e00-\u1eff\u2000-\u2064\u2066-\u2071\u2074-\u208e`,
  String.raw`\u2090-\u209c\u20a0-\u20bf\u2100-\u2129\u212b-\u218b\u2190-\u23ff\u2460-\u2b73`,
  String.raw`\u3000-\u303f\u3041-\u3096\u3099-\u30ff\u3131-\u318e\u3400-\u9fff\uac00-\ud7a3\ue000-\uf8ff\ufb00-\ufb06`,
  String.raw`\ufe00-\ufe19\ufe20-\ufe52\uff01-\uffbe\ufffd`,
  String.raw`\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}`,
]
const alike = new RegExp(`^[${alikeBlocks.join('')}]*$`, 'u')

export class BytePairCoder {
  readonly #rules: ByteLevelRules
  readonly #lists: BytePairLists
  readonly #addedBytes: ReadonlyMap<number, Buffer>
  /** Matches texts with an added token. */
  readonly #added: RegExp | null
  /** Ends of the parts of a word, and ranks of the merges of each with the next; 0 if they do not merge. */
  readonly #ends = new Uint32Array(longestWord)
  readonly #ranks = new Uint32Array(longestWord)
  /** Ranks of the merges of two bytes; -1 if not looked up yet. */
  readonly #pairRanks = new Int32Array(2 ** 16).fill(-1)

  private constructor(rules: ByteLevelRules, lists: BytePairLists) {
    this.#rules = rules
    this.#lists = lists
    const contents = [...rules.added.values()]
    this.#addedBytes = new Map([...rules.added].map(([id, content]) => [id, Buffer.from(content)]))
    this.#added = contents.length === 0 ? null : new RegExp(contents.map(literal).join('|'))
  }

  /** Null if the lists are not plain: the library then reads them, or reports what is wrong. */
  static of(lists: BytePairLists, rules: ByteLevelRules): BytePairCoder | null {
    const coder = lists.isWhole ? new BytePairCoder(rules, lists) : null
    return coder?.isNumberedAsThere() === true ? coder : null
  }

  /** The library ignores the listed ids of added tokens. It uses ids of the model, else the next free ones. */
  private isNumberedAsThere(): boolean {
    let next = this.vocabSize
    for (const [id, content] of this.#rules.added) {
      if (id !== (this.#modelId(content) ?? next)) return false
      next = Math.max(next, id + 1)
    }
    return true
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
    return id === -1 || bytes.includes(-1) ? null : id
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

  /** Null if the library might encode it otherwise. */
  encode(text: string): Uint32Array | null {
    const { patterns, isNormalized } = this.#rules
    if (!isAlike(text) || this.#added?.test(text) === true) return null
    if (isNormalized && text.normalize('NFC') !== text) return null
    const bytes = Buffer.from(text)
    const ids = new Uint32Array(bytes.length)
    let [count, start] = [0, 0]
    for (const word of patterns.reduce(splitAll, [text])) {
      const end = start + (bytes.length === text.length ? word.length : Buffer.byteLength(word))
      if (end - start > longestWord) return null
      const parts = this.#partsOf(bytes, start, end)
      for (let part = 0; part < parts; part++) {
        const id = this.#lists.idOf(bytes, start, this.#ends[part] ?? 0)
        if (id === -1) return null
        ids[count++] = id
        start = this.#ends[part] ?? 0
      }
    }
    return ids.slice(0, count)
  }

  /** Merges the pair of the lowest rank, the first of several, until none is left. Returns how many parts are left. */
  #partsOf(bytes: Uint8Array, start: number, end: number): number {
    const [ends, ranks] = [this.#ends, this.#ranks]
    ends[0] = end
    if (this.#rules.ignoresMerges && this.#lists.idOf(bytes, start, end) !== -1) return 1
    let parts = end - start
    for (let part = 0; part < parts; part++) ends[part] = start + part + 1
    for (let part = 0; part < parts; part++) ranks[part] = this.#rankAt(bytes, start, part, parts)
    for (;;) {
      let first = -1
      let least = Infinity
      for (let part = 0; part < parts; part++) {
        const rank = ranks[part] ?? 0
        if (rank === 0 || rank >= least) continue
        first = part
        least = rank
      }
      if (first === -1) return parts
      parts--
      for (let part = first; part < parts; part++) {
        ends[part] = ends[part + 1] ?? 0
        ranks[part] = ranks[part + 1] ?? 0
      }
      ranks[first] = this.#rankAt(bytes, start, first, parts)
      if (first > 0) ranks[first - 1] = this.#rankAt(bytes, start, first - 1, parts)
    }
  }

  #rankAt(bytes: Uint8Array, start: number, part: number, parts: number): number {
    if (part + 1 >= parts) return 0
    const from = part === 0 ? start : (this.#ends[part - 1] ?? 0)
    const to = this.#ends[part + 1] ?? 0
    if (to - from > 2) return this.#rankOf(bytes, from, this.#ends[part] ?? 0, to)
    const pair = ((bytes[from] ?? 0) << 8) | (bytes[from + 1] ?? 0)
    const known = this.#pairRanks[pair] ?? -1
    return known === -1 ? (this.#pairRanks[pair] = this.#rankOf(bytes, from, from + 1, to)) : known
  }

  #rankOf(bytes: Uint8Array, from: number, middle: number, to: number): number {
    const id = this.#lists.idOf(bytes, from, to)
    return id === -1 ? 0 : this.#lists.rankOf(id, middle - from)
  }
}

/** Exported for tests. */
export function isAlike(text: string): boolean {
  return alike.test(text)
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}

function splitAll(parts: readonly string[], pattern: RegExp): readonly string[] {
  return parts.flatMap((part) => split(part, pattern))
}

/** Matches, and the parts between them. */
function split(text: string, pattern: RegExp): readonly string[] {
  const matches = text.match(pattern) ?? []
  if (matches.reduce((sum, { length }) => sum + length, 0) === text.length) return matches
  const parts: string[] = []
  let end = 0
  for (const { 0: match, index } of text.matchAll(pattern)) {
    if (index > end) parts.push(text.slice(end, index))
    parts.push(match)
    end = index + match.length
  }
  return end < text.length ? [...parts, text.slice(end)] : parts
}
