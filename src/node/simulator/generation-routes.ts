// POST /v1/completions and /v1/chat/completions: from a body to a request in the engine.
import { z } from 'zod'
import { identify } from './answer-identity.ts'
import { chatShape, completionShape, type AnswerShape } from './answer-shape.ts'
import { EventStream, WholeAnswer } from './answer-sinks.ts'
import { Generation, type GenerationRequest } from './generation.ts'
import { readJson, type Exchange } from './http-exchange.ts'
import { messagesSchema, messagesToTokens, promptSchema, promptToTokens } from './prompt-tokens.ts'
import {
  samplingBodySchema,
  toGenerationRequest,
  warningHeaders,
  type SamplingBody,
} from './sampling-body.ts'
import { checkModel, type SimulatedServer } from './simulated-server.ts'

const completionSchema = samplingBodySchema.extend({ prompt: promptSchema })
const chatSchema = samplingBodySchema.extend({
  messages: messagesSchema,
  max_completion_tokens: z.int().nullish(),
})

/** What the completions endpoint generates when nobody says how much. */
const defaultCompletionTokens = 16

export async function complete(server: SimulatedServer, exchange: Exchange): Promise<void> {
  const body = await readJson(exchange.request, completionSchema)
  checkModel(server, body.model)
  const prompt = promptToTokens(body.prompt)
  const maxTokens = body.max_tokens ?? defaultCompletionTokens
  const request = toGenerationRequest(body, { prompt, maxTokens }, server.deployment.maxModelLen)
  generate(server, exchange, {
    body,
    request,
    shape: completionShape(identify(server, body, 'cmpl')),
  })
}

export async function chat(server: SimulatedServer, exchange: Exchange): Promise<void> {
  const body = await readJson(exchange.request, chatSchema)
  checkModel(server, body.model)
  const prompt = messagesToTokens(body.messages)
  const maxTokens = body.max_completion_tokens ?? body.max_tokens ?? null
  const request = toGenerationRequest(body, { prompt, maxTokens }, server.deployment.maxModelLen)
  generate(server, exchange, {
    body,
    request,
    shape: chatShape(identify(server, body, 'chatcmpl')),
  })
}

type Work = Readonly<{ body: SamplingBody; request: GenerationRequest; shape: AnswerShape }>

function generate(
  { engine, seed }: SimulatedServer,
  { response }: Exchange,
  { body, request, shape }: Work,
): void {
  const includeUsage = body.stream_options?.include_usage ?? false
  const Sink = body.stream === true ? EventStream : WholeAnswer
  const sink = new Sink(response, shape, { includeUsage, headers: warningHeaders(body) })
  const generation = new Generation(request, sink, seed)
  if (response.destroyed) return
  response.once('close', () => engine.abort(generation))
  engine.submit(generation)
}
