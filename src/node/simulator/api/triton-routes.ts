// POST /v2/models/ensemble/generate and /generate_stream, as Triton has them for TensorRT-LLM.
import { z } from 'zod'
import { generate } from './generate.ts'
import { readJson, type Exchange } from './http-exchange.ts'
import { promptToTokens } from './prompt-tokens.ts'
import { toGenerationRequest } from './sampling-body.ts'
import type { SimulatedServer } from '../simulated-server.ts'
import { tritonShape } from '../responses/triton-shape.ts'

export const tritonModel = 'ensemble'

const generateSchema = z.looseObject({
  text_input: z.string(),
  max_tokens: z.int(),
  min_length: z.int().min(0).nullish(),
  stop_words: z.union([z.string().min(1), z.array(z.string().min(1))]).nullish(),
  random_seed: z.int().nullish(),
})

export function answerTriton(stream: boolean) {
  return async (server: SimulatedServer, exchange: Exchange): Promise<void> => {
    const body = await readJson(exchange.request, generateSchema)
    const request = toGenerationRequest(
      { min_tokens: body.min_length, stop: body.stop_words, seed: body.random_seed },
      { prompt: promptToTokens(body.text_input), maxTokens: body.max_tokens },
      server.deployment.maxModelLen,
    )
    generate(server, exchange, { request, shape: tritonShape(tritonModel), stream })
  }
}
