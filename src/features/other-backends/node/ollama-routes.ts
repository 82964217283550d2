// Routes of Ollama's own API in the simulator: /api/generate and /api/chat.
import { z } from 'zod'
import type { AnswerShape } from '#node/simulator/api/choices-shapes.ts'
import {
  generate,
  messagesSchema,
  messagesToTokens,
  toGenerationRequest,
} from '#node/simulator/api/generate.ts'
import { readJson } from '#node/simulator/api/http-exchange.ts'
import type { GenerationEnd } from '#node/simulator/engine/generation.ts'
import type { Route, Routes } from '#node/simulator/simulated-server.ts'

const optionsSchema = z.looseObject({
  num_predict: z.int().nullish(),
  seed: z.int().nullish(),
  stop: z.array(z.string().min(1)).nullish(),
})
const bodySchema = z.looseObject({
  model: z.string(),
  prompt: z.string().nullish(),
  messages: messagesSchema.nullish(),
  options: optionsSchema.default({}),
  stream: z.boolean().nullish(),
})

function answer(isChat: boolean): Route {
  return async (server, exchange) => {
    const body = await readJson(exchange.request, bodySchema, null)
    const { num_predict: asked, stop, seed } = body.options
    // Ollama renders the template of the model for both.
    const messages = body.messages ?? [{ role: 'user', content: body.prompt ?? '' }]
    const request = toGenerationRequest(
      { stop, seed },
      {
        prompt: messagesToTokens(messages),
        maxTokens: typeof asked === 'number' && asked > 0 ? asked : null,
      },
      server.deployment.maxModelLen,
    )
    const shape = ollamaShape(body.model, isChat)
    generate(server, exchange, { request, shape, stream: body.stream !== false })
  }
}

/** The last line has no text, but the counts; a whole response has both. */
function ollamaShape(model: string, isChat: boolean): AnswerShape {
  const line = (text: string, rest: object) => {
    const said = isChat ? { message: { role: 'assistant', content: text } } : { response: text }
    return JSON.stringify({ model, created_at: new Date().toISOString(), ...said, ...rest })
  }
  const delta = (text: string) => `${line(text, { done: false })}\n`
  const ended = ({ finishReason, promptTokens, completionTokens }: GenerationEnd) => ({
    done: true,
    done_reason: finishReason,
    prompt_eval_count: promptTokens,
    eval_count: completionTokens,
  })
  return {
    streamType: 'application/x-ndjson',
    opening: '',
    delta,
    last: ({ ending }) =>
      `${ending.text === '' ? '' : delta(ending.text)}${line('', ended(ending))}\n`,
    usage: () => '',
    closing: '',
    whole: (text, ending) => line(text, ended(ending)),
  }
}

export const ollamaRoutes: Routes = {
  '/api/generate': { POST: answer(false) },
  '/api/chat': { POST: answer(true) },
}
