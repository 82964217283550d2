// Byte pair encodings that write a space as ▁ and merge a text as a whole: no token contains a letter followed by ▁, so no merge
// crosses that boundary.
import { z } from 'zod'
import type { TokenSpelling } from './measure-vocabulary.ts'

const mark = '\u2581'

const replacing = (from: string, to: string) =>
  z.object({
    type: z.literal('Replace'),
    pattern: z.object({ String: z.literal(from) }),
    content: z.literal(to),
  })

/** Spaces are already replaced at this step. */
const splitAtSpaces = z.object({
  type: z.literal('Split'),
  pattern: z.object({ String: z.literal(' ') }),
})

const documentSchema = z.object({
  normalizer: replacing(' ', mark),
  pre_tokenizer: splitAtSpaces.nullish(),
  decoder: z.object({
    type: z.literal('Sequence'),
    decoders: z.tuple([
      replacing(mark, ' '),
      z.object({ type: z.literal('ByteFallback') }),
      z.object({ type: z.literal('Fuse') }),
    ]),
  }),
  model: z.object({
    // Otherwise a text that is a token would remain one, however its parts would merge.
    ignore_merges: z.literal(false).default(false),
  }),
})

/** Examined last, because it is large. */
const vocabularySchema = z.object({
  model: z.object({ vocab: z.record(z.string(), z.unknown()).refine(neverJoins) }),
})

const asWritten: TokenSpelling = { word: /^[\u2581 ]/, joint: '', ofModel: /./su, ofAdded: /./su }

/** Null if a merge may cross words, or if this is unknown. */
export function unsplitSpelling(document: unknown): TokenSpelling | null {
  const isKnown = [documentSchema, vocabularySchema].every(
    (schema) => schema.safeParse(document).success,
  )
  return isKnown ? asWritten : null
}

/** True if no token joins a letter and a space. Each character must be a token, or it could be part of an unknown one. */
function neverJoins(vocabulary: Readonly<Record<string, unknown>>): boolean {
  const needed = [mark, ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ']
  if (!needed.every((character) => character in vocabulary)) return false
  return Object.keys(vocabulary).every((token) => !/[A-Za-z]\u2581/.test(token))
}
