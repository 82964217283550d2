// Prompts from the draws behind a random dataset: consecutive tokens of the vocabulary, each from its starting point.
import type { Pcg64 } from '#core/random/pcg64.ts'
import { fitToLength, type FitTools } from './exact-length.ts'
import type { RandomDraws } from './random-lengths.ts'
import { aroundFrom, TokenIds, wholeOf } from './token-ids.ts'
import type { Tokenizer } from './tokenizer.ts'

/** Prompt `index` runs on from its offset plus `index`, so that equal offsets do not make equal prompts. */
export function promptIds(
  draws: Pick<RandomDraws, 'inputLens' | 'offsets'>,
  allowedIds: Uint32Array,
  prefix: Uint32Array,
): TokenIds[] {
  return Array.from({ length: draws.offsets.length }, (_, index) => {
    const start = (draws.offsets[index] ?? 0) + index
    const count = draws.inputLens[index] ?? 0
    return new TokenIds([wholeOf(prefix), ...aroundFrom(allowedIds, start, count)])
  })
}

/** The shared beginning, brought to its own length before anything follows it. */
export async function fittedPrefix(ids: Uint32Array, tools: FitTools): Promise<Uint32Array> {
  if (ids.length === 0) return ids
  const [prefix] = await fitToLength([{ ids: TokenIds.of(ids), targetTokens: ids.length }], tools)
  return prefix?.ids ?? ids
}

/** What brings such prompts to length; top-ups come from the same generator and the whole vocabulary. */
export function fitTools(
  tokenizer: Pick<Tokenizer, 'vocabSize' | 'encode' | 'decode'>,
  random: Pcg64,
): FitTools {
  return { tokenizer, drawIds: (count) => random.integers(0, tokenizer.vocabSize, count) }
}
