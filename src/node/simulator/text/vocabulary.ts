// The words of the simulated model. Each begins with a space, so where one ends the next begins and text can be read back.

/** Ids the random workload leaves out: unknown, begin and end of text. */
const specialTokens = ['<unk>', '<s>', '</s>'] as const
export const specialTokenIds = specialTokens.map((_, id) => id)
export const endOfTextId = 2

/** Specials and words. Spelled pieces come after them, as added tokens do in real tokenizers. */
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

/** The id of a word with its leading space. */
export function wordId(text: string): number | undefined {
  return idByWord.get(text)
}

/** The text of a word or special; undefined for ids beyond the vocabulary. */
export function wordText(id: number): string | undefined {
  return specialTokens[id] ?? words[id - firstWordId]
}

/** Any word, from a number in [0, 1). */
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
