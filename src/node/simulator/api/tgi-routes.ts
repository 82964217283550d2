// POST /generate and /generate_stream of Text Generation Inference.
import { z } from 'zod'
import { generate, promptToTokens, toGenerationRequest } from './generate.ts'
import { type Exchange, readJson } from './http-exchange.ts'
import type { SimulatedServer } from '../simulated-server.ts'
import type { AnswerShape } from './choices-shapes.ts'
import type { GenerationEnd } from '../engine/generation.ts'
import { encodeText } from '../engine/text.ts'

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
