// Routes that generate text: completions, chat and responses, from a body to a request in the engine.
import { z } from 'zod'
import { type AnswerShape, chatShape, completionShape, identify } from './choices-shapes.ts'
import {
  generate,
  type Messages,
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
import type { Route, SimulatedServer } from '../simulated-server.ts'
import { responsesShape } from './responses-shape.ts'

const completionSchema = samplingBodySchema.extend({ prompt: promptSchema })
export const chatSchema = samplingBodySchema.extend({
  messages: messagesSchema,
  max_completion_tokens: z.int().nullish(),
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

/** A chat whose body follows the schema; `shaped` may add to the text of its response. */
export function chatAs<Body extends z.infer<typeof chatSchema>>(
  schema: z.ZodType<Body>,
  shaped: (text: AnswerShape, body: Body) => AnswerShape,
): Route {
  return async (server, exchange) => {
    const body = await readJson(exchange.request, schema, server)
    const prompt = messagesToTokens(body.messages)
    const maxTokens = body.max_completion_tokens ?? body.max_tokens ?? null
    const request = toGenerationRequest(body, { prompt, maxTokens }, server.deployment.maxModelLen)
    const shape = shaped(chatShape(identify(server, body, 'chatcmpl'), server), body)
    generate(server, exchange, { request, shape, reasons: true, ...deliveryOf(body) })
  }
}

function deliveryOf(body: SamplingBody) {
  return {
    stream: body.stream ?? false,
    includeUsage: body.stream_options?.include_usage ?? false,
    headers: warningHeaders(body),
  }
}

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

/** POST /v1/responses: OpenAI's newer API, limited to text input and output. */
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
