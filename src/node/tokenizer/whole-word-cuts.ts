// Tokenizers of whole words: texts are split at spaces before a word is looked up, and the decoder joins tokens with spaces.
import { z } from 'zod'
import type { TokenSpelling } from './measure-vocabulary.ts'

const documentSchema = z.object({
  normalizer: z.object({ type: z.literal('Lowercase') }).nullish(),
  pre_tokenizer: z.object({ type: z.enum(['WhitespaceSplit', 'Whitespace', 'BertPreTokenizer']) }),
  decoder: z.null().optional(),
  added_tokens: z.array(z.object({ content: z.string().regex(/^\S+$/) })).default([]),
  model: z.object({ type: z.literal('WordLevel'), unk_token: z.string() }),
})

const wholeWords: TokenSpelling = {
  word: /^[A-Za-z]/,
  joint: ' ',
  ofModel: /^[!-~]+$/,
  ofAdded: /^[!-~]+$/,
}

/** Null if words may depend on their neighbours, or this is unknown. */
export function wholeWordSpelling(document: unknown): TokenSpelling | null {
  return documentSchema.safeParse(document).success ? wholeWords : null
}
