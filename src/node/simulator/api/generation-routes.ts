// POST /v1/completions and /v1/chat/completions: from a body to a request in the engine.
import { z } from 'zod'
import { chatShape, completionShape, identify } from './choices-shapes.ts'
import { modalities, omniChatShape } from './omni-chat-shape.ts'
import {
  generate,
  messagesSchema,
  messagesToTokens,
  promptSchema,
  promptToTokens,
  type SamplingBody,
  samplingBodySchema,
  toGenerationRequest,
  warningHeaders,
} from './generate.ts'
import { type Exchange, readJson } from './http-exchange.ts'
import type { SimulatedServer } from '../simulated-server.ts'

const completionSchema = samplingBodySchema.extend({ prompt: promptSchema })
const chatSchema = samplingBodySchema.extend({
  messages: messagesSchema,
  max_completion_tokens: z.int().nullish(),
  /** Audio and images as in vLLM-Omni, in streams only. */
  modalities: z.array(z.enum(modalities)).nullish(),
})

/** Default `max_tokens` of the completions endpoint. */
const defaultCompletionTokens = 16

export async function complete(server: SimulatedServer, exchange: Exchange): Promise<void> {
  const body = await readJson(exchange.request, completionSchema, server)
  const prompt = promptToTokens(body.prompt)
  const maxTokens = body.max_tokens ?? defaultCompletionTokens
  const request = toGenerationRequest(body, { prompt, maxTokens }, server.deployment.maxModelLen)
  const shape = completionShape(identify(server, body, 'cmpl'), server)
  generate(server, exchange, { request, shape, ...deliveryOf(body) })
}

export async function chat(server: SimulatedServer, exchange: Exchange): Promise<void> {
  const body = await readJson(exchange.request, chatSchema, server)
  const prompt = messagesToTokens(body.messages)
  const maxTokens = body.max_completion_tokens ?? body.max_tokens ?? null
  const request = toGenerationRequest(body, { prompt, maxTokens }, server.deployment.maxModelLen)
  const text = chatShape(identify(server, body, 'chatcmpl'), server)
  const shape = body.modalities ? omniChatShape(text, body.modalities) : text
  generate(server, exchange, { request, shape, reasons: true, ...deliveryOf(body) })
}

function deliveryOf(body: SamplingBody) {
  return {
    stream: body.stream ?? false,
    includeUsage: body.stream_options?.include_usage ?? false,
    headers: warningHeaders(body),
  }
}
