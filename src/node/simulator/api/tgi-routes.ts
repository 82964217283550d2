// POST /generate and /generate_stream, as Text Generation Inference has them.
import { z } from 'zod'
import { generate } from './generate.ts'
import { readJson, type Exchange } from './http-exchange.ts'
import { promptToTokens } from './prompt-tokens.ts'
import { toGenerationRequest } from './sampling-body.ts'
import type { SimulatedServer } from '../simulated-server.ts'
import { tgiShape } from '../responses/tgi-shape.ts'

/** What is generated when no one says how much. */
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
    const { inputs, parameters } = await readJson(exchange.request, generateSchema)
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
