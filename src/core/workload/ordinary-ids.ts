// The ids of a vocabulary that stand for ordinary text, ascending.
import type { Tokenizer } from './tokenizer.ts'

export function ordinaryIds({
  vocabSize,
  specialTokenIds,
}: Pick<Tokenizer, 'vocabSize' | 'specialTokenIds'>): Uint32Array {
  return idsWithout(specialTokenIds, vocabSize)
}

/** Ids that stand for no mark of any kind, so that a text of them cannot be taken for a place to put a picture. */
export function unmarkedIds({
  vocabSize,
  markIds,
}: Pick<Tokenizer, 'vocabSize' | 'markIds'>): Uint32Array {
  return idsWithout(markIds, vocabSize)
}

function idsWithout(excludedIds: readonly number[], vocabSize: number): Uint32Array {
  const special = new Set(excludedIds)
  return Uint32Array.from({ length: vocabSize }, (_, id) => id).filter((id) => !special.has(id))
}
