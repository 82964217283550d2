// A tokenizer that refuses further work once its user has lost interest.
import { AppError } from '#core/model/app-error.ts'
import type { Tokenizer } from '#core/workload/tokenizer.ts'

export function stoppable(tokenizer: Tokenizer, signal: AbortSignal): Tokenizer {
  const goOn = (): void => {
    if (signal.aborted) throw new AppError('cancelled', 'preparing the workload was cancelled')
  }
  return {
    vocabSize: tokenizer.vocabSize,
    specialTokenIds: tokenizer.specialTokenIds,
    specialTokensAdded: tokenizer.specialTokensAdded,
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
