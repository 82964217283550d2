// The ids of a vocabulary that stand for ordinary text, ascending.
import type { Tokenizer } from '../tokenizer.ts'

export function ordinaryIds({
  vocabSize,
  specialTokenIds,
}: Pick<Tokenizer, 'vocabSize' | 'specialTokenIds'>): Uint32Array {
  return idsWithout(specialTokenIds, vocabSize)
}

/** Ids that are not special tokens, so that a text of them contains no image placeholder. */
export function unmarkedIds({
  vocabSize,
  markIds,
}: Pick<Tokenizer, 'vocabSize' | 'markIds'>): Uint32Array {
  return idsWithout(markIds, vocabSize)
}

/** Part of every start: a loop of its own takes a quarter of what lists and functions for each id do. */
export function idsWithout(excludedIds: readonly number[], vocabSize: number): Uint32Array {
  const excluded = new Set(excludedIds)
  const ids = new Uint32Array(vocabSize)
  let count = 0
  for (let id = 0; id < vocabSize; id++) if (!excluded.has(id)) ids[count++] = id
  return count === vocabSize ? ids : ids.slice(0, count)
}
