// /tokenize, /detokenize and /tokenizer_info: the simulated model's own tokenizer over HTTP.
import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { type Exchange, readJson, sendJson } from './http-exchange.ts'
import {
  generate,
  messagesSchema,
  messagesToTokens,
  promptToTokens,
  toGenerationRequest,
  tokenIdsSchema,
} from './generate.ts'
import type { SimulatedServer } from '../simulated-server.ts'
import { decodeTokens, encodeText, specialTokenIds, vocabularySize } from '../engine/text.ts'
import type { AnswerShape } from './choices-shapes.ts'

const tokenizeSchema = z.union(
  [
    z.object({ model: z.string().nullish(), prompt: z.string() }),
    z.object({ model: z.string().nullish(), messages: messagesSchema }),
  ],
  { message: 'Give a prompt (text) or messages.' },
)
const detokenizeSchema = z.object({ model: z.string().nullish(), tokens: tokenIdsSchema })

export async function tokenize(
  server: SimulatedServer,
  { request, response }: Exchange,
): Promise<void> {
  const body = await readJson(request, tokenizeSchema, server)
  const tokens = 'prompt' in body ? encodeText(body.prompt) : messagesToTokens(body.messages)
  const { maxModelLen } = server.deployment
  sendJson(response, { count: tokens.length, max_model_len: maxModelLen, tokens, token_strs: null })
}

export async function detokenize(
  server: SimulatedServer,
  { request, response }: Exchange,
): Promise<void> {
  const body = await readJson(request, detokenizeSchema, server)
  sendJson(response, { prompt: decodeTokens(promptToTokens(body.tokens)) })
}

/** Enough for a client to draw random prompts; a real server gives its tokenizer's whole configuration. */
export function tokenizerInfo(response: ServerResponse): void {
  sendJson(response, {
    tokenizer_class: 'KneepointSimulatorTokenizer',
    vocab_size: vocabularySize,
    special_token_ids: specialTokenIds,
    special_tokens_added: 0,
  })
}

// POST /v2/models/ensemble/generate and /generate_stream, as Triton has them for TensorRT-LLM.
export const tritonModel = 'ensemble'

const generateSchema = z.looseObject({
  text_input: z.string(),
  max_tokens: z.int(),
  min_length: z.int().min(0).nullish(),
  stop_words: z.union([z.string().min(1), z.array(z.string().min(1))]).nullish(),
  random_seed: z.int().nullish(),
})

export function answerTriton(stream: boolean) {
  return async (server: SimulatedServer, exchange: Exchange): Promise<void> => {
    const body = await readJson(exchange.request, generateSchema, null)
    const request = toGenerationRequest(
      { min_tokens: body.min_length, stop: body.stop_words, seed: body.random_seed },
      { prompt: promptToTokens(body.text_input), maxTokens: body.max_tokens },
      server.deployment.maxModelLen,
    )
    generate(server, exchange, { request, shape: tritonShape(tritonModel), stream })
  }
}

// Answers of Triton's generate extension, as an ensemble around TensorRT-LLM gives them: text in pieces, and no end.
function tritonShape(model: string): AnswerShape {
  const output = (text: string): string =>
    JSON.stringify({
      model_name: model,
      model_version: '1',
      sequence_end: false,
      sequence_id: 0,
      sequence_start: false,
      text_output: text,
    })
  const event = (text: string): string => `data: ${output(text)}\n\n`
  return {
    opening: '',
    delta: event,
    last: ({ ending }) => event(ending.text),
    usage: () => '',
    closing: '',
    whole: output,
  }
}
