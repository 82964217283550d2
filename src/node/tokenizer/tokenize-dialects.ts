// How servers spell the conversion between text and token ids.
import { z } from 'zod'
import type { ChatPrompt } from '#core/workload/tokenizer.ts'

/** One POST. `read` throws where the document has another form. */
export type Conversion<Input, Output> = Readonly<{
  path: string
  body: (input: Input) => object
  read: (document: unknown, input: Input) => Output
}>

type EncodedText = Readonly<{ text: string; addSpecialTokens: boolean }>

export type Dialect = Readonly<{
  encode: Conversion<EncodedText, readonly number[]>
  /** Null where the server has no such endpoint. */
  decode: Conversion<readonly number[], string> | null
  /** A chat in the model's template, as token ids or as text. */
  renderChat: Conversion<ChatPrompt, readonly number[] | string>
}>

const ids = z.array(z.int().min(0))
const tokensSchema = z.object({ tokens: ids }).transform(({ tokens }) => tokens)

/** vLLM responds with `prompt`, SGLang with `text`. */
const decodedSchema = z.union([
  z.object({ prompt: z.string() }).transform(({ prompt }) => prompt),
  z.object({ text: z.string() }).transform(({ text }) => text),
])

/** Requests have the generation prompt by default. */
const vllm: Dialect = {
  encode: {
    path: '/tokenize',
    body: ({ text, addSpecialTokens }) => ({ prompt: text, add_special_tokens: addSpecialTokens }),
    read: (document) => tokensSchema.parse(document),
  },
  decode: {
    path: '/detokenize',
    // SGLang leaves special tokens out by default; vLLM has no such field and ignores it.
    body: (tokens) => ({ tokens, skip_special_tokens: false }),
    read: (document) => decodedSchema.parse(document),
  },
  renderChat: {
    path: '/tokenize',
    body: ({ messages, tools, variables }) => ({
      messages,
      ...(tools && { tools }),
      ...(variables && { chat_template_kwargs: variables }),
    }),
    read: (document) => tokensSchema.parse(document),
  },
}

const contentSchema = z.object({ content: z.string() })
const promptSchema = z.object({ prompt: z.string() })

const llamaCpp: Dialect = {
  encode: {
    path: '/tokenize',
    body: ({ text, addSpecialTokens }) => ({ content: text, add_special: addSpecialTokens }),
    read: (document) => tokensSchema.parse(document),
  },
  decode: {
    path: '/detokenize',
    body: (tokens) => ({ tokens }),
    read: (document) => contentSchema.parse(document).content,
  },
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
    // Special tokens are always added. They cover none of the text.
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

/** In the order in which they are tried. */
export const dialects: readonly Dialect[] = [vllm, llamaCpp, tgi]
