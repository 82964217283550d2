// POST /v1/messages: Anthropic's API, limited to text input and output.
import { z } from 'zod'
import {
  identify,
  type AnswerIdentity,
  type AnswerShape,
  type SaidInFull,
} from './choices-shapes.ts'
import type { SimulatedServer } from '../simulated-server.ts'
import { generate, messagesSchema, messagesToTokens, toGenerationRequest } from './generate.ts'
import { type Exchange, readJson } from './http-exchange.ts'
import type { GenerationEnd } from '../engine/generation.ts'

const textBlockSchema = z.object({ type: z.literal('text'), text: z.string() })

/** Unknown fields are accepted, as in vLLM; `ignore_eos` is one of them. */
const bodySchema = z.looseObject({
  model: z.string(),
  messages: messagesSchema,
  system: z.union([z.string(), z.array(textBlockSchema)]).nullish(),
  max_tokens: z.int().min(1),
  stop_sequences: z.array(z.string().min(1)).nullish(),
  stream: z.boolean().nullish(),
})

export async function answerMessages(server: SimulatedServer, exchange: Exchange): Promise<void> {
  const body = await readJson(exchange.request, bodySchema, server)
  const { messages, system, max_tokens: maxTokens, stop_sequences: stop } = body
  const instructions =
    system === null || system === undefined ? [] : [{ role: 'system', content: system }]
  const prompt = messagesToTokens([...instructions, ...messages])
  const request = toGenerationRequest(
    { stop },
    { prompt, maxTokens },
    server.deployment.maxModelLen,
  )
  generate(server, exchange, {
    request,
    shape: messagesShape(identify(server, body, 'msg'), {
      ...server,
      promptTokens: prompt.length,
    }),
    reasons: true,
    stream: body.stream ?? false,
  })
}

type Extras = Readonly<{
  promptTokensDetails: boolean
  reasoningShare: number
  /** Tokens of the whole prompt. */
  promptTokens: number
}>

/** Responses of the Messages API: an opening message, blocks of thinking and text, and the token counts at the end. */
function messagesShape(identity: AnswerIdentity, extras: Extras): AnswerShape {
  const reasons = extras.reasoningShare > 0
  const textIndex = reasons ? 1 : 0
  const head = { id: identity.id, type: 'message', role: 'assistant', model: identity.model }
  const start = event('message_start', {
    message: {
      ...head,
      ...{ content: [], stop_reason: null, stop_sequence: null },
      usage: { input_tokens: extras.promptTokens, output_tokens: 0 },
    },
  })
  const delta = (text: string) => blockDelta(textIndex, { type: 'text_delta', text })
  const textStart = blockStart(textIndex, { type: 'text', text: '' })
  return {
    opening: start + (reasons ? blockStart(0, { type: 'thinking', thinking: '' }) : textStart),
    delta,
    reasoningDelta: (thinking) => blockDelta(0, { type: 'thinking_delta', thinking }),
    afterReasoning: () => blockStop(0) + textStart,
    last: ({ ending }: SaidInFull) => {
      const lastDelta = ending.text === '' ? '' : delta(ending.text)
      const usage = usageOf(ending, extras)
      return `${lastDelta}${blockStop(textIndex)}${event('message_delta', { delta: reasonOf(ending), usage })}`
    },
    usage: () => '',
    closing: event('message_stop', {}),
    whole: (text, ending, thinking) =>
      JSON.stringify({
        ...head,
        content: [
          ...(thinking === '' ? [] : [{ type: 'thinking', thinking, signature: '' }]),
          { type: 'text', text },
        ],
        ...reasonOf(ending),
        usage: usageOf(ending, extras),
      }),
  }
}

function event(type: string, content: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...content })}\n\n`
}

function blockStart(index: number, block: object): string {
  return event('content_block_start', { index, content_block: block })
}

function blockDelta(index: number, delta: object): string {
  return event('content_block_delta', { index, delta })
}

function blockStop(index: number): string {
  return event('content_block_stop', { index })
}

function reasonOf({ finishReason, stopReason }: GenerationEnd): object {
  if (finishReason === 'length') return { stop_reason: 'max_tokens', stop_sequence: null }
  return typeof stopReason === 'string'
    ? { stop_reason: 'stop_sequence', stop_sequence: stopReason }
    : { stop_reason: 'end_turn', stop_sequence: null }
}

/** Input tokens exclude cached tokens, if those are reported. */
function usageOf(ending: GenerationEnd, { promptTokensDetails }: Extras): object {
  const { promptTokens, completionTokens, cachedTokens = 0 } = ending
  return {
    input_tokens: promptTokensDetails ? promptTokens - cachedTokens : promptTokens,
    output_tokens: completionTokens,
    ...(promptTokensDetails && { cache_read_input_tokens: cachedTokens }),
  }
}
