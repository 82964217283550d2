// A tokenizer that refuses further work once its user has lost interest.
import type { Tokenizer } from '#core/workload/tokenizer.ts'
import { requireGoingOn } from './samplers/sampler.ts'

export function stoppable(tokenizer: Tokenizer, signal: AbortSignal): Tokenizer {
  const goOn = (): void => requireGoingOn({ signal })
  return {
    vocabSize: tokenizer.vocabSize,
    ...(tokenizer.addedIds && { addedIds: tokenizer.addedIds }),
    wholeVocabSize: tokenizer.wholeVocabSize,
    specialTokenIds: tokenizer.specialTokenIds,
    markIds: tokenizer.markIds,
    specialTokensAdded: tokenizer.specialTokensAdded,
    wordCuts: () => tokenizer.wordCuts(),
    encode: async (texts, addSpecialTokens) => {
      goOn()
      return tokenizer.encode(texts, addSpecialTokens)
    },
    decode: async (sequences) => {
      goOn()
      return tokenizer.decode(sequences)
    },
    renderChats: async (chats) => {
      goOn()
      return tokenizer.renderChats(chats)
    },
  }
}
