// POST /v1/messages: Anthropic's API, as far as text goes in and text comes out.
import { z } from 'zod'
import { identify } from './choices-shapes.ts'
import { messagesShape } from './messages-shape.ts'
import type { SimulatedServer } from '../simulated-server.ts'
import { generate, messagesSchema, messagesToTokens, toGenerationRequest } from './generate.ts'
import { type Exchange, readJson } from './http-exchange.ts'

const textBlockSchema = z.object({ type: z.literal('text'), text: z.string() })

/** Unknown fields pass, as they do in vLLM; `ignore_eos` is one of them. */
const bodySchema = z.looseObject({
  model: z.string(),
  messages: messagesSchema,
  system: z.union([z.string(), z.array(textBlockSchema)]).nullish(),
  max_tokens: z.int().min(1),
  stop_sequences: z.array(z.string().min(1)).nullish(),
  stream: z.boolean().nullish(),
})

export async function answerMessages(server: SimulatedServer, exchange: Exchange): Promise<void> {
  const body = await readJson(exchange.request, bodySchema, server)
  const { messages, system, max_tokens: maxTokens, stop_sequences: stop } = body
  const instructions =
    system === null || system === undefined ? [] : [{ role: 'system', content: system }]
  const prompt = messagesToTokens([...instructions, ...messages])
  const request = toGenerationRequest(
    { stop },
    { prompt, maxTokens },
    server.deployment.maxModelLen,
  )
  generate(server, exchange, {
    request,
    shape: messagesShape(identify(server, body, 'msg'), {
      ...server,
      promptTokens: prompt.length,
    }),
    reasons: true,
    stream: body.stream ?? false,
  })
}
