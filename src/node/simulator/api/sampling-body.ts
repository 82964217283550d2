// What a generation request may ask for, checked, and turned into what the engine needs to know.
import { z } from 'zod'
import { ApiError } from './api-error.ts'
import type { GenerationRequest } from '../engine/generation.ts'
import { promptTooLong, requireTokens } from './prompt-length.ts'

/** Fields of both endpoints. Unknown ones pass, as they do in vLLM. */
export const samplingBodySchema = z.looseObject({
  model: z.string().nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  n: z.int().nullish(),
  max_tokens: z.int().nullish(),
  min_tokens: z.int().min(0).nullish(),
  ignore_eos: z.boolean().nullish(),
  stop: z.union([z.string().min(1), z.array(z.string().min(1))]).nullish(),
  include_stop_str_in_output: z.boolean().nullish(),
  stop_token_ids: z.array(z.int()).nullish(),
  seed: z.int().nullish(),
})

export type SamplingBody = z.infer<typeof samplingBodySchema>

type Asked = Readonly<{ prompt: readonly number[]; maxTokens: number | null }>

/** Lengths are refused as vLLM refuses them: prompt and answer together must fit the model. */
export function toGenerationRequest(
  body: SamplingBody,
  { prompt, maxTokens: asked }: Asked,
  maxModelLen: number,
): GenerationRequest {
  refuseUnsupported(body)
  const maxTokens = checkLengths({ prompt, maxTokens: asked }, maxModelLen)
  const minTokens = body.min_tokens ?? 0
  if (minTokens > maxTokens) {
    throw new ApiError(
      400,
      `min_tokens ${minTokens} is above max_tokens ${maxTokens}.`,
      'min_tokens',
    )
  }
  return {
    prompt,
    maxTokens,
    minTokens,
    ignoreEos: body.ignore_eos ?? false,
    stop: typeof body.stop === 'string' ? [body.stop] : (body.stop ?? []),
    includeStop: body.include_stop_str_in_output ?? false,
    stopTokenIds: body.stop_token_ids ?? [],
    seed: body.seed ?? null,
  }
}

/** How many tokens may be generated: what was asked for, or all there is room for. */
function checkLengths({ prompt, maxTokens: asked }: Asked, maxModelLen: number): number {
  requireTokens(prompt)
  const room = maxModelLen - prompt.length
  if (room <= 0) throw promptTooLong(prompt.length, maxModelLen)
  const maxTokens = asked ?? room
  if (maxTokens > room) throw tooManyAsked({ prompt, maxTokens }, maxModelLen)
  if (maxTokens >= 1) return maxTokens
  throw new ApiError(400, `max_tokens must be at least 1, got ${maxTokens}.`, 'max_tokens')
}

/** What would change the shape or the amount of the answer. */
function refuseUnsupported(body: SamplingBody): void {
  for (const field of ['n', 'best_of']) {
    const value = body[field] ?? 1
    if (value !== 1) throw new ApiError(400, `The simulator only answers ${field}=1.`, field)
  }
  for (const field of ['echo', 'use_beam_search']) {
    if (body[field] === true) throw new ApiError(400, `The simulator knows no ${field}.`, field)
  }
}

/** Parameters that change only the content of a response are ignored, with a warning to the client. */
const ignoredFields = [
  'logprobs',
  'top_logprobs',
  'prompt_logprobs',
  'response_format',
  'structured_outputs',
  'stream_continuous_usage_stats',
  'tools',
]

/** A Warning header that names what was left out; none when everything was heeded. */
export function warningHeaders(body: Readonly<Record<string, unknown>>): Record<string, string> {
  const ignored = ignoredFields.filter(
    (field) => body[field] !== undefined && body[field] !== null && body[field] !== false,
  )
  if (ignored.length === 0) return {}
  return { warning: `299 kneepoint-simulator "not simulated and ignored: ${ignored.join(', ')}"` }
}

function tooManyAsked({ prompt, maxTokens }: Asked, maxModelLen: number): ApiError {
  const message =
    `'max_tokens' or 'max_completion_tokens' is too large: ${maxTokens}. This model's maximum ` +
    `context length is ${maxModelLen} tokens and your request has ${prompt.length} input tokens ` +
    `(${maxTokens} > ${maxModelLen} - ${prompt.length}).`
  return new ApiError(400, message, 'max_tokens')
}
