// Vocabulary and merges of a byte pair encoding, read from the JSON of a tokenizer.json into typed arrays.
import { IntegerList } from '#core/stats/durations/number-list.ts'
import { byteLetters } from './byte-pair-model.ts'
import type { ReadList } from './tokenizer-content.ts'

const [quote, comma, colon, backslash, space] = [0x22, 0x2c, 0x3a, 0x5c, 0x20]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]
const none = -1

/** Byte of each letter; -1 for others. */
const byteOfLetter = new Int16Array(0x800).fill(none)
for (const [byte, letter] of byteLetters.entries()) byteOfLetter[letter.charCodeAt(0)] = byte

const idBits = 22
const mostIds = 2 ** idBits - 1

class JsonReader {
  readonly #json: Uint8Array
  at: number

  constructor(json: Uint8Array, at: number) {
    this.#json = json
    this.at = at
  }

  /** The next character other than blanks; -1 at the end. */
  next(): number {
    while ((this.#json[this.at] ?? quote) <= space) this.at++
    return this.#json[this.at++] ?? none
  }

  /** Writes the bytes of a token before `mark`, and returns their end; -1 if it is not written in byte letters. */
  token(into: Uint8Array, from: number, mark: number): number {
    for (let end = from; ; end++) {
      let letter = this.#json[this.at++] ?? 0
      if (letter === mark) return end
      if (letter === backslash) letter = this.#escaped()
      else if (letter >= 0xe0) return none
      else if (letter >= 0x80)
        letter = ((letter & 0x1f) << 6) | ((this.#json[this.at++] ?? 0) & 0x3f)
      const byte = byteOfLetter[letter] ?? none
      if (byte === none) return none
      into[end] = byte
    }
  }

  /** The text from this position to the closing quote. */
  text(from: number): string {
    this.at = from
    while ((this.#json[this.at] ?? quote) !== quote)
      this.at += this.#json[this.at] === backslash ? 2 : 1
    const written = this.#json.subarray(from - 1, ++this.at)
    return JSON.parse(new TextDecoder().decode(written)) as string
  }

  #escaped(): number {
    const character = this.#json[this.at++] ?? 0
    if (character !== 0x75) return character === quote || character === backslash ? character : 0
    this.at += 4
    return parseInt(String.fromCharCode(...this.#json.subarray(this.at - 4, this.at)), 16)
  }

  /** -1 if there is none. */
  integer(): number {
    let value = this.next() - 0x30
    for (;;) {
      if (!(value >= 0 && value < mostIds)) return none
      const digit = (this.#json[this.at] ?? 0) - 0x30
      if (digit < 0 || digit > 9) return value
      value = 10 * value + digit
      this.at++
    }
  }
}

const longestToken = 4096

/** Lookup tables of complete lists. */
export type BytePairTables = ReturnType<BytePairLists['tables']>

export class BytePairLists {
  /** Number of tokens. */
  count = 0
  /** Ids of tokens that are not written in byte letters. Counted, but not listed. */
  others = new Map<string, number>()
  /** Whether both lists were read. */
  isWhole = false
  /** Concatenated tokens, and the position of each by its id. */
  #bytes: Uint8Array = new Uint8Array()
  #starts: Uint32Array = new Uint32Array()
  #ends: Uint32Array = new Uint32Array()
  /** Ids by hash, plus one, below the first bits of the hash; 0 in free slots. */
  #slots: Uint32Array = new Uint32Array()
  /** Three numbers for each merge, by its rank from 1 on: ids of both parts, and of the token that they become. */
  #merges: Uint32Array = new Uint32Array()
  /** Ranks of merges by hash of the parts, below the first bits of the hash; 0 in free slots. */
  #ranks: Uint32Array = new Uint32Array()

  /** The lists with these tables. */
  static of({ count, others, bytes, columns }: BytePairTables): BytePairLists {
    const lists = new BytePairLists()
    lists.count = count
    lists.others = others
    lists.isWhole = true
    lists.#bytes = bytes
    lists.#starts = columns.starts
    lists.#ends = columns.ends
    lists.#slots = columns.slots
    lists.#merges = columns.merges
    lists.#ranks = columns.ranks
    return lists
  }

  /** Requires complete lists; does not copy them. */
  tables() {
    const columns = {
      starts: this.#starts,
      ends: this.#ends,
      slots: this.#slots,
      merges: this.#merges,
      ranks: this.#ranks,
    }
    return { count: this.count, others: this.others, bytes: this.#bytes, columns }
  }

  /** -1 if it is not a token. */
  idOf(bytes: Uint8Array, start: number, end: number): number {
    return ((this.#slots[this.#slotOf(bytes, start, end)] ?? 0) & mostIds) - 1
  }

  /** Empty for an unknown id; not a copy. */
  bytesOf(id: number): Uint8Array {
    return this.#bytes.subarray(this.#starts[id] ?? 0, this.#ends[id] ?? 0)
  }

  lengthOf(id: number): number {
    return (this.#ends[id] ?? 0) - (this.#starts[id] ?? 0)
  }

  /** Returns the end of the copy. */
  copy(id: number, into: Uint8Array, from: number): number {
    const end = this.#ends[id] ?? 0
    let to = from
    for (let at = this.#starts[id] ?? 0; at < end; at++) into[to++] = this.#bytes[at] ?? 0
    return to
  }

  /** Rank of the merge of two tokens, from 1 on; 0 if they do not merge. */
  rankOf(first: number, second: number): number {
    return (this.#ranks[this.#rankSlot(first, second)] ?? 0) & mostIds
  }

  /** Id of the token that the merge of this rank makes. */
  mergedBy(rank: number): number {
    return this.#merges[3 * rank + 2] ?? 0
  }

  readonly read: ReadList = (name, json, from) => {
    const reader = new JsonReader(json, from)
    if (name === 'vocab')
      return this.#readTokens(reader, new Uint8Array(json.length)) ? reader.at : null
    this.isWhole = this.#readMerges(reader)
    return this.isWhole ? reader.at : null
  }

  #readTokens(reader: JsonReader, bytes: Uint8Array): boolean {
    const [ends, ids] = [new IntegerList(), new IntegerList()]
    let end = 0
    let mark = reader.next() === openObject ? comma : none
    while (mark === comma) {
      const start = end
      if (reader.next() !== quote) return false
      const from = reader.at
      end = reader.token(bytes, start, quote)
      const other = end === none ? reader.text(from) : ''
      const id = reader.next() === colon ? reader.integer() : none
      if (end === start || id === none) return false
      mark = reader.next()
      if (end === none) {
        this.others.set(other, id)
        end = start
        continue
      }
      ends.add(end)
      ids.add(id)
    }
    this.#bytes = bytes.slice(0, end)
    return mark === closeObject && this.#index(ends.all, ids.all)
  }

  /** False if two tokens have the same id or the same bytes. */
  #index(ends: Uint32Array, ids: Uint32Array): boolean {
    const size = ids.reduce((most, id) => Math.max(most, id), 0) + 1
    this.#starts = new Uint32Array(size)
    this.#ends = new Uint32Array(size)
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * ids.length)))
    let start = 0
    for (const [place, id] of ids.entries()) {
      const end = ends[place] ?? 0
      const slot = this.#slotOf(this.#bytes, start, end)
      if (this.#ends[id] !== 0 || this.#slots[slot] !== 0) return false
      this.#starts[id] = start
      this.#ends[id] = end
      this.#slots[slot] = ((hashOf(this.#bytes, start, end) >>> idBits) << idBits) | (id + 1)
      start = end
    }
    this.count = ids.length + this.others.size
    return true
  }

  /** Lists of two parts, or texts with a space between them; the last of equal ones counts. */
  #readMerges(reader: JsonReader): boolean {
    const bytes = new Uint8Array(longestToken)
    const merges = new IntegerList()
    for (let unused = 0; unused < 3; unused++) merges.add(0)
    let mark = this.count > 0 && reader.next() === openList ? comma : none
    while (mark === comma) {
      const opening = reader.next()
      const isList = opening === openList
      if ((isList ? reader.next() : opening) !== quote) return false
      const middle = reader.token(bytes, 0, isList ? quote : space)
      if (isList && (reader.next() !== comma || reader.next() !== quote)) return false
      const end = reader.token(bytes, middle, quote)
      if (isList && reader.next() !== closeList) return false
      const first = this.idOf(bytes, 0, middle)
      const second = this.idOf(bytes, middle, end)
      const merged = this.idOf(bytes, 0, end)
      if (end > longestToken || first === none || second === none || merged === none) return false
      merges.add(first)
      merges.add(second)
      merges.add(merged)
      mark = reader.next()
    }
    this.#merges = merges.finish()
    return mark === closeList && this.#rank()
  }

  /** False if there are more merges than ranks. */
  #rank(): boolean {
    const end = this.#merges.length / 3
    this.#ranks = new Uint32Array(2 ** Math.ceil(Math.log2(2 * end)))
    for (let rank = 1; rank < end; rank++) {
      const first = this.#merges[3 * rank] ?? 0
      const second = this.#merges[3 * rank + 1] ?? 0
      const slot = this.#rankSlot(first, second)
      this.#ranks[slot] = ((pairHash(first, second) >>> idBits) << idBits) | rank
    }
    return end <= mostIds
  }

  /** Slot of the merge of two tokens, or the free one where it would be. */
  #rankSlot(first: number, second: number): number {
    const ranks = this.#ranks
    const merges = this.#merges
    const mask = ranks.length - 1
    const hash = pairHash(first, second)
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const known = ranks[slot] ?? 0
      if (known === 0) return slot
      if ((known ^ hash) >>> idBits !== 0) continue
      const at = 3 * (known & mostIds)
      if (merges[at] === first && merges[at + 1] === second) return slot
    }
  }

  /** Slot of a token, or the free slot for it. */
  #slotOf(bytes: Uint8Array, start: number, end: number): number {
    const slots = this.#slots
    const mask = slots.length - 1
    const hash = hashOf(bytes, start, end)
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const known = slots[slot] ?? 0
      if (known === 0) return slot
      const isAlike = (known ^ hash) >>> idBits === 0
      if (isAlike && this.#isToken((known & mostIds) - 1, bytes, start, end)) return slot
    }
  }

  #isToken(id: number, bytes: Uint8Array, start: number, end: number): boolean {
    const own = this.#starts[id] ?? 0
    if ((this.#ends[id] ?? 0) - own !== end - start) return false
    for (let at = start; at < end; at++) {
      if (bytes[at] !== this.#bytes[own + at - start]) return false
    }
    return true
  }
}

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x0100_0193)
  return hash
}

function pairHash(first: number, second: number): number {
  const hash = Math.imul(first ^ Math.imul(second, 0x85eb_ca6b), 0x9e37_79b1)
  return hash ^ (hash >>> 15)
}
