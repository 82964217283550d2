// Submits a request to the engine and sends its response; common to every API.
import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import type { AnswerShape } from './choices-shapes.ts'
import { EventStream, WholeAnswer } from './answer-sinks.ts'
import { type AnswerSink, Generation, type GenerationRequest } from '../engine/generation.ts'
import { ApiError, type Exchange } from './http-exchange.ts'
import type { SimulatedServer } from '../simulated-server.ts'
import { encodeText, tokenCount } from '../engine/text.ts'

type Work = Readonly<{
  request: GenerationRequest
  shape: AnswerShape
  /** Whether the model may reason before the answer. */
  reasons?: boolean
  stream: boolean
  includeUsage?: boolean
  headers?: Readonly<Record<string, string>>
}>

const generations = new WeakMap<ServerResponse, Generation>()

/** Tokens generated so far; null for a response without generated tokens. */
export function generatedTokensOf(response: ServerResponse): number | null {
  return generations.get(response)?.completionTokens ?? null
}

export function generate(
  server: SimulatedServer,
  { response }: Exchange,
  { request, shape, stream, reasons = false, includeUsage = false, headers = {} }: Work,
): void {
  const Sink = stream ? EventStream : WholeAnswer
  const sink = new Sink(response, shape, { includeUsage, headers })
  const generation = submit(server, response, { request, sink, reasons })
  if (!response.destroyed) generations.set(response, generation)
}

type Submission = Readonly<{ request: GenerationRequest; sink: AnswerSink; reasons?: boolean }>

/** Ends with the response, if there is one. */
export function submit(
  { engine, seed, reasoningShare, deployment: { kvCacheBytes } }: SimulatedServer,
  response: ServerResponse | null,
  { request, sink, reasons = false }: Submission,
): Generation {
  const isRounded = kvCacheBytes !== undefined
  const share = reasons ? reasoningShare : 0
  const generation = new Generation(request, sink, { seed, isRounded, reasoningShare: share })
  if (response?.destroyed === true) return generation
  response?.once('close', () => engine.abort(generation))
  engine.submit(generation)
  return generation
}

/** Value of `truncate_prompt_tokens` that means the model's maximum. */
const allThatFit = -1

/** Keeps the last tokens of a prompt, like vLLM; without a limit the whole prompt must fit. */
export function cutPrompt(
  prompt: readonly number[],
  asked: number | null,
  maxModelLen: number,
): readonly number[] {
  const limit = asked === allThatFit ? maxModelLen : asked
  if (limit !== null && limit > maxModelLen) throw cutTooLate(limit, maxModelLen)
  const kept = limit === null ? prompt : prompt.slice(Math.max(0, prompt.length - limit))
  requireTokens(kept)
  if (kept.length > maxModelLen) throw promptTooLong(kept.length, maxModelLen)
  return kept
}

function requireTokens(prompt: readonly number[]): void {
  if (prompt.length === 0) throw new ApiError(400, 'The prompt holds no tokens.', 'prompt')
}

function promptTooLong(promptTokens: number, maxModelLen: number): ApiError {
  const message =
    `This model's maximum context length is ${maxModelLen} tokens. However, your request has ` +
    `${promptTokens} input tokens. Please reduce the length of the input messages.`
  return new ApiError(400, message, 'input_tokens')
}

function cutTooLate(limit: number, maxModelLen: number): ApiError {
  const message = `truncate_prompt_tokens ${limit} is above the model's ${maxModelLen} tokens.`
  return new ApiError(400, message, 'truncate_prompt_tokens')
}

/** Fields common to both endpoints. Unknown fields are accepted, as in vLLM. */
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
  return_token_ids: z.boolean().nullish(),
})

export type SamplingBody = z.infer<typeof samplingBodySchema>

type PromptRequest = Readonly<{ prompt: readonly number[]; maxTokens: number | null }>

/** Rejects lengths like vLLM: prompt and output together must fit the model's context. */
export function toGenerationRequest(
  body: SamplingBody,
  { prompt, maxTokens: asked }: PromptRequest,
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
    returnsTokenIds: body.return_token_ids ?? false,
  }
}

/** Limit of generated tokens: the requested one, or the remaining context. */
function checkLengths({ prompt, maxTokens: asked }: PromptRequest, maxModelLen: number): number {
  requireTokens(prompt)
  const room = maxModelLen - prompt.length
  if (room <= 0) throw promptTooLong(prompt.length, maxModelLen)
  const maxTokens = asked ?? room
  if (maxTokens > room) throw tooManyAsked({ prompt, maxTokens }, maxModelLen)
  if (maxTokens >= 1) return maxTokens
  throw new ApiError(400, `max_tokens must be at least 1, got ${maxTokens}.`, 'max_tokens')
}

/** Rejects parameters that would change the shape or the amount of the output. */
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

/** A Warning header that names ignored parameters; absent if there are none. */
export function warningHeaders(body: Readonly<Record<string, unknown>>): Record<string, string> {
  const ignored = ignoredFields.filter(
    (field) => body[field] !== undefined && body[field] !== null && body[field] !== false,
  )
  if (ignored.length === 0) return {}
  return { warning: `299 kneepoint-simulator "not simulated and ignored: ${ignored.join(', ')}"` }
}

function tooManyAsked({ prompt, maxTokens }: PromptRequest, maxModelLen: number): ApiError {
  const message =
    `'max_tokens' or 'max_completion_tokens' is too large: ${maxTokens}. This model's maximum ` +
    `context length is ${maxModelLen} tokens and your request has ${prompt.length} input tokens ` +
    `(${maxTokens} > ${maxModelLen} - ${prompt.length}).`
  return new ApiError(400, message, 'max_tokens')
}

// Converts the three forms of a prompt – text, token ids, chat messages – to token ids.
export const tokenIdsSchema = z.custom<readonly number[]>(isTokenIds, {
  message: 'Give a text or a list of token ids; several prompts at once are not simulated.',
})

export const promptSchema = z.union([z.string(), tokenIdsSchema], {
  message: 'Give a text or a list of token ids; several prompts at once are not simulated.',
})

const contentPartSchema = z.object({ type: z.literal('text'), text: z.string() })

export const messagesSchema = z
  .array(
    z.object({
      role: z.string(),
      content: z.union([z.string(), z.array(contentPartSchema)], {
        message: 'Give a text or text parts; images, audio and video are not simulated.',
      }),
    }),
  )
  .min(1)

export type Messages = z.infer<typeof messagesSchema>

export function promptToTokens(prompt: string | readonly number[]): readonly number[] {
  if (typeof prompt === 'string') return encodeText(prompt)
  const unknown = prompt.find((id) => id >= tokenCount)
  if (unknown === undefined) return prompt
  throw new ApiError(400, `Token id ${unknown} is out of vocabulary`, 'prompt')
}

/** A simple chat template: each message under its role, then the assistant's turn. */
export function messagesToTokens(messages: Messages): number[] {
  const turns = messages.map(({ role, content }) => {
    const text = typeof content === 'string' ? content : content.map((part) => part.text).join('')
    return `<|${role}|>\n${text}\n`
  })
  return encodeText(`${turns.join('')}<|assistant|>\n`)
}

function isTokenIds(value: unknown): boolean {
  return Array.isArray(value) && value.every((id) => Number.isInteger(id) && id >= 0)
}
