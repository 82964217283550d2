// /tokenize, /detokenize and /tokenizer_info: the simulated model's own tokenizer over HTTP.
import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { type Exchange, readJson, sendJson } from './http-exchange.ts'
import { messagesSchema, messagesToTokens, promptToTokens, tokenIdsSchema } from './generate.ts'
import type { SimulatedServer } from '../simulated-server.ts'
import { decodeTokens, encodeText, specialTokenIds, vocabularySize } from '../engine/text.ts'

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

/** Enough for a client to generate random prompts; a real server returns its tokenizer's whole configuration. */
export function tokenizerInfo(response: ServerResponse): void {
  sendJson(response, {
    tokenizer_class: 'KneepointSimulatorTokenizer',
    vocab_size: vocabularySize,
    special_token_ids: specialTokenIds,
    special_tokens_added: 0,
  })
}
