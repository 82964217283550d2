// Byte pair encodings that write a space as ▁ and merge texts as a whole: none of their tokens holds a letter and a ▁ behind
// it, so that nothing is ever merged across the two.
import { z } from 'zod'
import type { Spelling } from './measure-vocabulary.ts'

const mark = '\u2581'

const replacing = (from: string, to: string) =>
  z.object({
    type: z.literal('Replace'),
    pattern: z.object({ String: z.literal(from) }),
    content: z.literal(to),
  })

/** There are no spaces any more when it comes to it. */
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
    // Else a text that is a token is one, however its parts would merge.
    ignore_merges: z.literal(false).default(false),
    vocab: z.record(z.string(), z.unknown()).refine(neverJoins),
  }),
})

const asWritten: Spelling = { word: /^[\u2581 ]/, joint: '', ofModel: /./su, ofAdded: /./su }

/** Null where a merge may reach from word to word, or this is unknown. */
export function unsplitSpelling(document: unknown): Spelling | null {
  return documentSchema.safeParse(document).success ? asWritten : null
}

/** What is no token by itself could become part of an unknown one. */
function neverJoins(vocabulary: Readonly<Record<string, unknown>>): boolean {
  const needed = [mark, ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ']
  if (!needed.every((character) => character in vocabulary)) return false
  return Object.keys(vocabulary).every((token) => !/[A-Za-z]\u2581/.test(token))
}
