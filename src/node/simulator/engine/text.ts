// Converts text to token ids and back. Any text survives the round trip, and so does any list of word ids. Each word of the
// simulated model begins with a space, which separates it from the previous one.

/** Ids that the random workload excludes: unknown, begin and end of text. */
const specialTokens = ['<unk>', '<s>', '</s>'] as const
export const specialTokenIds = specialTokens.map((_, id) => id)
export const endOfTextId = 2

/** Special tokens and words. Letter pieces follow, like added tokens in real tokenizers. */
export const vocabularySize = 32_000

const consonants = 'bcdfhjlmnprstvwz'
const vowels = 'aeiou'
const syllableCount = consonants.length * vowels.length
const shortWordCount = syllableCount ** 2
/** Coprime to the number of three-syllable words: spreads the longer words over all first letters. */
const longWordStride = 35_017

const firstWordId = specialTokens.length
const wordCount = vocabularySize - firstWordId

const words = Array.from({ length: wordCount }, (_, index) => ` ${spellWord(index)}`)
const idByWord = new Map(words.map((word, index) => [word, firstWordId + index]))

/** The text of a word or special token; undefined for ids beyond the vocabulary. */
export function wordText(id: number): string | undefined {
  return specialTokens[id] ?? words[id - firstWordId]
}

/** Picks a word by a number in [0, 1). */
export function pickWordId(uniform: number): number {
  return firstWordId + Math.floor(uniform * wordCount)
}

function spellWord(index: number): string {
  if (index < shortWordCount) return spellSyllables(index, 2)
  return spellSyllables(((index - shortWordCount) * longWordStride) % syllableCount ** 3, 3)
}

function spellSyllables(index: number, count: number): string {
  if (count === 0) return ''
  const syllable = index % syllableCount
  const consonant = consonants.charAt(Math.floor(syllable / vowels.length))
  const vowel = vowels.charAt(syllable % vowels.length)
  return spellSyllables(Math.floor(index / syllableCount), count - 1) + consonant + vowel
}

// Tokens for text outside the word list: runs of up to three letters, and single bytes for everything else.
const letters = 26
const codeOfA = 97
/** Pieces of one letter come first, then pieces of two and three. */
const offsetByLength = [0, 0, letters, letters + letters ** 2] as const
const piecesPerVariant = letters + letters ** 2 + letters ** 3

const firstByteId = vocabularySize
const firstPieceId = firstByteId + 256
/** Variants: plain, capitalised, after a space, both. */
const variantCount = 4

export const tokenCount = firstPieceId + variantCount * piecesPerVariant

/** Splits a run of letters, with or without a leading space, into pieces that have an id. */
const piecePattern = / ?[A-Za-z][a-z]{0,2}/g

function pieceId(piece: string): number {
  const bare = piece.trimStart()
  const lower = bare.toLowerCase()
  const variant = (bare === piece ? 0 : 2) + (bare === lower ? 0 : 1)
  let number = 0
  for (const letter of lower) number = number * letters + letter.charCodeAt(0) - codeOfA
  return firstPieceId + variant * piecesPerVariant + (offsetByLength[lower.length] ?? 0) + number
}

/** Byte of an id; null for ids of letters. */
function byteOf(id: number): number | null {
  return id < firstPieceId ? id - firstByteId : null
}

function pieceText(id: number): string {
  const variant = Math.floor((id - firstPieceId) / piecesPerVariant)
  const lower = spellPiece((id - firstPieceId) % piecesPerVariant)
  const bare = variant % 2 === 0 ? lower : lower.charAt(0).toUpperCase() + lower.slice(1)
  return variant >= 2 ? ` ${bare}` : bare
}

function spellPiece(index: number): string {
  const length = index >= offsetByLength[3] ? 3 : index >= offsetByLength[2] ? 2 : 1
  let rest = index - offsetByLength[length]
  let text = ''
  for (let place = 0; place < length; place++) {
    text = String.fromCharCode(codeOfA + (rest % letters)) + text
    rest = Math.floor(rest / letters)
  }
  return text
}

const runPattern = / ?[A-Za-z]+|[^]/gu
const letterRun = /^ ?[A-Za-z]/
const utf8Encoder = new TextEncoder()
const utf8Decoder = new TextDecoder()

export function encodeText(text: string): number[] {
  const ids: number[] = []
  for (const [run] of text.matchAll(runPattern)) encodeRun(run, ids)
  return ids
}

function encodeRun(run: string, ids: number[]): void {
  const id = idByWord.get(run)
  if (id !== undefined) ids.push(id)
  else if (letterRun.test(run)) {
    for (const [piece] of run.matchAll(piecePattern)) ids.push(pieceId(piece))
  } else {
    for (const byte of utf8Encoder.encode(run)) ids.push(firstByteId + byte)
  }
}

export function decodeTokens(ids: readonly number[]): string {
  let text = ''
  let bytes: number[] = []
  for (const id of ids) {
    const word = wordText(id)
    const byte = word === undefined ? byteOf(id) : null
    if (byte !== null) {
      bytes.push(byte)
      continue
    }
    text += decodeBytes(bytes) + (word ?? pieceText(id))
    bytes = []
  }
  return text + decodeBytes(bytes)
}

function decodeBytes(bytes: readonly number[]): string {
  return bytes.length === 0 ? '' : utf8Decoder.decode(Uint8Array.from(bytes))
}
