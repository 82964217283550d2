// Prompts of token ids as text, and as the ids that the server will parse from that text.
import type { SharedText } from '../shared-text.ts'
import type { StoredText } from '../stored-text.ts'
import { TokenIds, wholeOf } from '../token-ids.ts'
import type { Tokenizer } from '../tokenizer.ts'

export type PromptText = string | SharedText | StoredText

export type EncodedPrompt = Readonly<{ text: PromptText; ids: TokenIds }>

export type RoundTrips = Readonly<{
  decode: (prompts: readonly TokenIds[]) => Promise<readonly PromptText[]>
  /** Decodes prompts and encodes the text again. */
  thereAndBack: (prompts: readonly TokenIds[]) => Promise<readonly EncodedPrompt[]>
}>

/** Passes each whole prompt through the tokenizer. */
export function wholeRoundTrips(tokenizer: Pick<Tokenizer, 'encode' | 'decode'>): RoundTrips {
  const decode = (prompts: readonly TokenIds[]) =>
    tokenizer.decode(prompts.map((ids) => ids.toArray()))
  return {
    decode,
    thereAndBack: async (prompts) => {
      const texts = await decode(prompts)
      const encoded = await tokenizer.encode(texts, false)
      return texts.map((text, index) => ({ text, ids: listOf(encoded[index]) }))
    },
  }
}

function listOf(ids: Uint32Array | undefined): TokenIds {
  return new TokenIds(ids === undefined ? [] : [wholeOf(ids)])
}
