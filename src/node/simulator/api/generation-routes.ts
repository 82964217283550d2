// Routes that generate text: completions, chat, responses and TGI, from a body to a request in the engine.
import { z } from 'zod'
import { type AnswerShape, chatShape, completionShape, identify } from './choices-shapes.ts'
import { modalities, omniChatShape } from './omni-chat-shape.ts'
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
import type { SimulatedServer } from '../simulated-server.ts'
import { responsesShape } from './responses-shape.ts'
import type { GenerationEnd } from '../engine/generation.ts'
import { encodeText } from '../engine/text.ts'

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

/** POST /v1/responses: OpenAI's newer interface, as far as text goes in and text comes out. */
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

/** Default `max_new_tokens`. */
const defaultNewTokens = 100

const generateSchema = z.looseObject({
  inputs: z.string(),
  parameters: z
    .looseObject({
      max_new_tokens: z.int().nullish(),
      ignore_eos_token: z.boolean().nullish(),
      truncate: z.int().min(1).nullish(),
      stop: z.array(z.string().min(1)).nullish(),
      seed: z.int().nullish(),
      details: z.boolean().nullish(),
    })
    .default({}),
})

/** POST /generate and /generate_stream of Text Generation Inference. */
export function answerTgi(stream: boolean) {
  return async (server: SimulatedServer, exchange: Exchange): Promise<void> => {
    const { inputs, parameters } = await readJson(exchange.request, generateSchema, null)
    const { ignore_eos_token, stop, seed, truncate, details } = parameters
    const tokens = promptToTokens(inputs)
    const request = toGenerationRequest(
      { ignore_eos: ignore_eos_token, stop, seed },
      {
        prompt: typeof truncate === 'number' ? tokens.slice(-truncate) : tokens,
        maxTokens: parameters.max_new_tokens ?? defaultNewTokens,
      },
      server.deployment.maxModelLen,
    )
    generate(server, exchange, { request, shape: tgiShape({ details: details ?? false }), stream })
  }
}

// Responses of Text Generation Inference: an event per token, the last with the whole text.
function tgiShape({ details }: Readonly<{ details: boolean }>): AnswerShape {
  const detailsOf = (ending: GenerationEnd) => (details ? asDetails(ending) : null)
  return {
    opening: '',
    delta: (text, index) => event(index + 1, text, { generated_text: null, details: null }),
    last: ({ ending, text, index }) =>
      event(index + 1, ending.text, { generated_text: text, details: detailsOf(ending) }),
    usage: () => '',
    closing: '',
    whole: (text, ending) =>
      JSON.stringify({ generated_text: text, ...(details && { details: asDetails(ending) }) }),
  }
}

/** Formats an event without a space after the colon, like that server. The end of text is a token without text. */
function event(index: number, text: string, rest: object): string {
  const [id = 0] = encodeText(text)
  const token = { id, text, logprob: -0.5, special: text === '' }
  return `data:${JSON.stringify({ index, token, ...rest })}\n\n`
}

function asDetails({ finishReason, promptTokens, completionTokens }: GenerationEnd): object {
  return {
    finish_reason: finishReason === 'stop' ? 'eos_token' : finishReason,
    generated_tokens: completionTokens,
    seed: null,
    input_length: promptTokens,
  }
}
