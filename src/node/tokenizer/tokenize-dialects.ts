// Server APIs for converting between text and token ids.
import { z } from 'zod'
import type { ChatPrompt } from '#core/workload/tokenizer.ts'

/** One POST. `read` throws if the document has another format. */
export type Conversion<Input, Output> = Readonly<{
  path: string
  body: (input: Input) => object
  read: (document: unknown, input: Input) => Output
}>

type EncodedText = Readonly<{ text: string; addSpecialTokens: boolean }>

export type Dialect = Readonly<{
  encode: Conversion<EncodedText, readonly number[]>
  /** Null if the server has no such endpoint. */
  decode: Conversion<readonly number[], string> | null
  /** A chat in the model's template, as token ids or as text. */
  renderChat: Conversion<ChatPrompt, readonly number[] | string>
}>

const ids = z.array(z.int().min(0))
const tokensSchema = z.object({ tokens: ids }).transform(({ tokens }) => tokens)

function tokenize<Input>(body: (input: Input) => object): Conversion<Input, readonly number[]> {
  return { path: '/tokenize', body, read: (document) => tokensSchema.parse(document) }
}

/** vLLM responds with `prompt`, SGLang with `text`. */
const decodedSchema = z.union([
  z.object({ prompt: z.string() }).transform(({ prompt }) => prompt),
  z.object({ text: z.string() }).transform(({ text }) => text),
])

function detokenize(
  options: object,
  schema: z.ZodType<string>,
): Conversion<readonly number[], string> {
  return {
    path: '/detokenize',
    body: (tokens) => ({ tokens, ...options }),
    read: (document) => schema.parse(document),
  }
}

/** Includes the generation prompt by default. */
const vllm: Dialect = {
  encode: tokenize(({ text, addSpecialTokens }) => ({
    prompt: text,
    add_special_tokens: addSpecialTokens,
  })),
  // SGLang omits special tokens by default; vLLM has no such field and ignores it.
  decode: detokenize({ skip_special_tokens: false }, decodedSchema),
  renderChat: tokenize(({ messages, tools, variables }) => ({
    messages,
    ...(tools && { tools }),
    ...(variables && { chat_template_kwargs: variables }),
  })),
}

const contentSchema = z.object({ content: z.string() }).transform(({ content }) => content)
const promptSchema = z.object({ prompt: z.string() })

const llamaCpp: Dialect = {
  encode: tokenize(({ text, addSpecialTokens }) => ({
    content: text,
    add_special: addSpecialTokens,
  })),
  decode: detokenize({}, contentSchema),
  renderChat: {
    path: '/apply-template',
    body: vllm.renderChat.body,
    read: (document) => promptSchema.parse(document).prompt,
  },
}

const placedTokensSchema = z.array(
  z.object({ id: z.int().min(0), start: z.int().min(0), stop: z.int().min(0) }),
)
const templatedSchema = z.object({ templated_text: z.string() })

const tgi: Dialect = {
  encode: {
    path: '/tokenize',
    body: ({ text }) => ({ inputs: text }),
    // Special tokens are always added; their ranges in the text are empty.
    read: (document, { addSpecialTokens }) =>
      placedTokensSchema
        .parse(document)
        .filter(({ start, stop }) => addSpecialTokens || stop > start)
        .map(({ id }) => id),
  },
  decode: null,
  renderChat: {
    path: '/chat_tokenize',
    body: vllm.renderChat.body,
    read: (document) => templatedSchema.parse(document).templated_text,
  },
}

/** Dialects, in the order in which they are tried. */
export const dialects: readonly Dialect[] = [vllm, llamaCpp, tgi]
