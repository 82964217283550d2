// POST /v2/models/ensemble/generate and /generate_stream, as Triton has them for TensorRT-LLM.
import { z } from 'zod'
import { generate } from './generate.ts'
import { type Exchange, readJson } from './http-exchange.ts'
import { promptToTokens } from './prompt-tokens.ts'
import { toGenerationRequest } from './sampling-body.ts'
import type { SimulatedServer } from '../simulated-server.ts'
import type { AnswerShape } from '../responses/answer-shape.ts'

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

// Answers of Triton's generate extension, as an ensemble around TensorRT-LLM gives them: text in pieces, and no end.
function tritonShape(model: string): AnswerShape {
  const output = (text: string): string =>
    JSON.stringify({
      model_name: model,
      model_version: '1',
      sequence_end: false,
      sequence_id: 0,
      sequence_start: false,
      text_output: text,
    })
  const event = (text: string): string => `data: ${output(text)}\n\n`
  return {
    opening: '',
    delta: event,
    last: ({ ending }) => event(ending.text),
    usage: () => '',
    closing: '',
    whole: output,
  }
}
