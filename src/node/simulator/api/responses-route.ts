// POST /v1/responses: OpenAI's newer interface, as far as text goes in and text comes out.
import { z } from 'zod'
import { identify } from './choices-shapes.ts'
import {
  generate,
  type Messages,
  messagesToTokens,
  samplingBodySchema,
  toGenerationRequest,
  warningHeaders,
} from './generate.ts'
import { type Exchange, readJson } from './http-exchange.ts'
import { responsesShape } from './responses-shape.ts'
import type { SimulatedServer } from '../simulated-server.ts'

const contentPartSchema = z.object({
  type: z.enum(['input_text', 'output_text']),
  text: z.string(),
})

const inputMessageSchema = z.object({
  role: z.string(),
  content: z.union([z.string(), z.array(contentPartSchema)]),
})

const responsesSchema = samplingBodySchema.extend({
  input: z.union([z.string(), z.array(inputMessageSchema).min(1)], {
    message: 'Give a text or a list of messages of text; nothing else is simulated.',
  }),
  instructions: z.string().nullish(),
  max_output_tokens: z.int().nullish(),
})

export async function respond(server: SimulatedServer, exchange: Exchange): Promise<void> {
  const body = await readJson(exchange.request, responsesSchema, server)
  const prompt = messagesToTokens(messagesOf(body))
  const maxTokens = body.max_output_tokens ?? null
  const request = toGenerationRequest(body, { prompt, maxTokens }, server.deployment.maxModelLen)
  generate(server, exchange, {
    request,
    shape: responsesShape(identify(server, body, 'resp'), server),
    reasons: true,
    stream: body.stream ?? false,
    headers: warningHeaders(body),
  })
}

function messagesOf({ input, instructions }: z.infer<typeof responsesSchema>): Messages {
  const asked = typeof input === 'string' ? [{ role: 'user', content: input }] : input.map(asText)
  return typeof instructions === 'string'
    ? [{ role: 'system', content: instructions }, ...asked]
    : asked
}

function asText({ role, content }: z.infer<typeof inputMessageSchema>): Messages[number] {
  const text = typeof content === 'string' ? content : content.map((part) => part.text).join('')
  return { role, content: text }
}
