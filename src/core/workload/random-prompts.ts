// Prompts from the draws behind a random dataset: consecutive tokens of the vocabulary, each from its starting point.
import type { Pcg64 } from '#core/random/pcg64.ts'
import { fitToLength, type FitTools } from './exact-length.ts'
import type { RandomDraws } from './random-lengths.ts'
import type { Tokenizer } from './tokenizer.ts'

/** Prompt `index` runs on from its offset plus `index`, so that equal offsets do not make equal prompts. */
export function promptIds(
  draws: Pick<RandomDraws, 'inputLens' | 'offsets'>,
  allowedIds: Uint32Array,
  prefix: Uint32Array,
): Uint32Array[] {
  return Array.from({ length: draws.offsets.length }, (_, index) => {
    const ids = new Uint32Array(prefix.length + (draws.inputLens[index] ?? 0))
    ids.set(prefix)
    const start = (draws.offsets[index] ?? 0) + index
    for (let position = prefix.length; position < ids.length; position++) {
      ids[position] = allowedIds[(start + position - prefix.length) % allowedIds.length] ?? 0
    }
    return ids
  })
}

/** The shared beginning, brought to its own length before anything follows it. */
export async function fittedPrefix(ids: Uint32Array, tools: FitTools): Promise<Uint32Array> {
  if (ids.length === 0) return ids
  const [prefix] = await fitToLength([{ ids, targetTokens: ids.length }], tools)
  return prefix?.ids ?? ids
}

/** What brings such prompts to length; top-ups come from the same generator and the whole vocabulary. */
export function fitTools(
  tokenizer: Pick<Tokenizer, 'vocabSize' | 'encode' | 'decode'>,
  random: Pcg64,
): FitTools {
  return { tokenizer, drawIds: (count) => random.integers(0, tokenizer.vocabSize, count) }
}
