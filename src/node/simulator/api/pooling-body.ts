// What a request may ask for whose texts are only read, checked. Unknown fields pass, as they do in vLLM.
import { z } from 'zod'
import { ApiError } from './api-error.ts'
import {
  messagesSchema,
  messagesToTokens,
  promptToTokens,
  tokenIdsSchema,
} from './prompt-tokens.ts'

const anyBody = z.looseObject({
  model: z.string().nullish(),
  truncate_prompt_tokens: z.int().min(-1).nullish(),
})

const inputSchema = z.union(
  [z.string(), tokenIdsSchema, z.array(z.string()).min(1), z.array(tokenIdsSchema).min(1)],
  { message: 'Give a text, a list of token ids, or a list of either.' },
)

export const vectorsBodySchema = anyBody.extend({
  input: inputSchema.nullish(),
  messages: messagesSchema.nullish(),
  encoding_format: z.enum(['float', 'base64', 'bytes', 'bytes_only']).nullish(),
  dimensions: z.int().min(1).nullish(),
})

export const rankingBodySchema = anyBody.extend({
  query: z.string(),
  documents: z.array(z.string()).min(1),
  /** All of them where it is 0, or left out. */
  top_n: z.int().min(0).nullish(),
})

const textOrTexts = z.union([z.string(), z.array(z.string()).min(1)], {
  message: 'Give a text or a list of texts.',
})

export const scoringBodySchema = anyBody.extend({ text_1: textOrTexts, text_2: textOrTexts })

export type EncodingFormat = NonNullable<z.infer<typeof vectorsBodySchema>['encoding_format']>

export function inputTokens({
  input,
  messages,
}: z.infer<typeof vectorsBodySchema>): readonly (readonly number[])[] {
  if (input === undefined || input === null) {
    if (messages !== undefined && messages !== null) return [messagesToTokens(messages)]
    throw new ApiError(400, 'Give an input or messages.', 'input')
  }
  return listOf(input).map(promptToTokens)
}

/** A list of numbers is one text. */
function listOf(input: z.infer<typeof inputSchema>): readonly (string | readonly number[])[] {
  if (typeof input === 'string') return [input]
  return input.every((item) => typeof item === 'number') ? [input] : input
}

/** One text is compared with each of the others, else each against its own. */
export function textPairs({
  text_1: first,
  text_2: second,
}: z.infer<typeof scoringBodySchema>): readonly (readonly [string, string])[] {
  const [ones, others] = [[first].flat(), [second].flat()]
  if (ones.length !== 1 && ones.length !== others.length) {
    const message = `text_1 has ${ones.length} texts, but text_2 has ${others.length}.`
    throw new ApiError(400, message, 'text_1')
  }
  return others.map((other, index) => [ones[ones.length === 1 ? 0 : index] ?? '', other])
}
