// Routes of Text Generation Inference and of Triton in the simulator.
import { z } from 'zod'
import { ollamaRoutes } from './ollama-routes.ts'
import type { AnswerShape } from '#node/simulator/api/choices-shapes.ts'
import { generate, promptToTokens, toGenerationRequest } from '#node/simulator/api/generate.ts'
import { readJson } from '#node/simulator/api/http-exchange.ts'
import type { GenerationEnd } from '#node/simulator/engine/generation.ts'
import { encodeText } from '#node/simulator/engine/text.ts'
import type { Route, Routes } from '#node/simulator/simulated-server.ts'

/** Default `max_new_tokens`. */
const defaultNewTokens = 100

const tgiSchema = z.looseObject({
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
function answerTgi(stream: boolean): Route {
  return async (server, exchange) => {
    const { inputs, parameters } = await readJson(exchange.request, tgiSchema, null)
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

/** Name of the model that Triton serves. */
const tritonModel = 'ensemble'

const tritonSchema = z.looseObject({
  text_input: z.string(),
  max_tokens: z.int(),
  min_length: z.int().min(0).nullish(),
  stop_words: z.union([z.string().min(1), z.array(z.string().min(1))]).nullish(),
  random_seed: z.int().nullish(),
})

/** POST /v2/models/ensemble/generate and /generate_stream of Triton, as for TensorRT-LLM. */
function answerTriton(stream: boolean): Route {
  return async (server, exchange) => {
    const body = await readJson(exchange.request, tritonSchema, null)
    const request = toGenerationRequest(
      { min_tokens: body.min_length, stop: body.stop_words, seed: body.random_seed },
      { prompt: promptToTokens(body.text_input), maxTokens: body.max_tokens },
      server.deployment.maxModelLen,
    )
    generate(server, exchange, { request, shape: tritonShape, stream })
  }
}

function outputOf(text: string): string {
  return JSON.stringify({
    model_name: tritonModel,
    model_version: '1',
    sequence_end: false,
    sequence_id: 0,
    sequence_start: false,
    text_output: text,
  })
}

const outputEvent = (text: string): string => `data: ${outputOf(text)}\n\n`

/** Text in pieces without an end marker, like an ensemble around TensorRT-LLM. */
const tritonShape: AnswerShape = {
  opening: '',
  delta: outputEvent,
  last: ({ ending }) => outputEvent(ending.text),
  usage: () => '',
  closing: '',
  whole: outputOf,
}

export const otherRoutes: Routes = {
  ...ollamaRoutes,
  '/generate': { POST: answerTgi(false) },
  '/generate_stream': { POST: answerTgi(true) },
  [`/v2/models/${tritonModel}/generate`]: { POST: answerTriton(false) },
  [`/v2/models/${tritonModel}/generate_stream`]: { POST: answerTriton(true) },
}
