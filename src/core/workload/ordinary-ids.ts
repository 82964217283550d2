// The ids of a vocabulary that stand for ordinary text, ascending.
import type { Tokenizer } from './tokenizer.ts'

export function ordinaryIds({
  vocabSize,
  specialTokenIds,
}: Pick<Tokenizer, 'vocabSize' | 'specialTokenIds'>): Uint32Array {
  const special = new Set(specialTokenIds)
  return Uint32Array.from({ length: vocabSize }, (_, id) => id).filter((id) => !special.has(id))
}
