// Measures a server's number of token ids by decoding some: ids beyond the last one have no text.
import { AppError } from '#core/model/app-error.ts'
import type { WordCuts } from '#core/workload/random/word-cuts.ts'
import type { TokenizeClient } from './tokenize-client.ts'

/** Ids per request; no vocabulary has a textless gap this wide. */
const windowSize = 256
const largestVocabulary = 1 << 22

/** The size, or null if the responses never end. Includes added tokens, unlike a tokenizer file. */
export async function measureVocabulary(client: TokenizeClient): Promise<number | null> {
  const hasTextFrom = (first: number): Promise<boolean> => hasText(client, first, windowSize)
  let known = 0
  if (!(await hasTextFrom(known))) return null
  let unknown = windowSize
  while (await hasTextFrom(unknown)) {
    known = unknown
    unknown *= 2
    if (unknown > largestVocabulary) return null
  }
  while (unknown - known > 1) {
    const middle = Math.floor((known + unknown) / 2)
    if (await hasTextFrom(middle)) known = middle
    else unknown = middle
  }
  return known + 1
}

async function hasText(client: TokenizeClient, first: number, count: number): Promise<boolean> {
  const ids = Uint32Array.from({ length: count }, (_, index) => first + index)
  try {
    return (await client.decode(ids)) !== ''
  } catch (error) {
    if (error instanceof AppError && error.code === 'tokenizer-unavailable') return false
    throw error
  }
}

/** Notation of a vocabulary's tokens. */
export type TokenSpelling = Readonly<{
  /** Prefix of a token that begins a word. */
  word: RegExp
  joint: WordCuts['joint']
  /** Tokens that are certainly text: the model's, and added ones. */
  ofModel: RegExp
  ofAdded: RegExp
}>
