// Responses of OpenAI's older APIs: completions, chat, and transcriptions.
import { randomUUID } from 'node:crypto'
import type { SimulatedServer } from '../simulated-server.ts'
import type { GenerationEnd } from '../engine/generation.ts'

/**
 * Format of generated text for one API, prepared once per request so that a token costs little. Generated text is letters and
 * spaces only, so it needs no escaping in JSON.
 */
export type AnswerShape = Readonly<{
  /** Type of a stream that is not of server-sent events. */
  streamType?: string
  /** Sent before the first token. */
  opening: string
  /** One event; `index` counts them from 0. */
  delta(text: string, index: number): string
  /** Event of reasoning text; absent if reasoning is not requested. */
  reasoningDelta?(text: string, index: number): string
  /** Sent between the reasoning and the answer; `index` is the next event's. */
  afterReasoning?(reasoning: string, index: number): string
  /** The event with the finish reason and the summary of the stream. */
  last(said: SaidInFull): string
  /** Sent after the last event if the client requested it. */
  usage(ending: GenerationEnd): string
  /** Sent at the end. */
  closing: string
  whole(text: string, ending: GenerationEnd, reasoning: string): string
}>

export type SaidInFull = Readonly<{
  ending: GenerationEnd
  /** Complete text, including the last piece. */
  text: string
  reasoning: string
  /** Index of the last event. */
  index: number
}>

const doneEvent = 'data: [DONE]\n\n'

type Choice = (text: string, reasons: string) => string

type Extras = Readonly<{ perRequestMetrics: boolean; promptTokensDetails: boolean }>

export function completionShape(identity: AnswerIdentity, extras: Extras = noExtras): AnswerShape {
  const choice: Choice = (text, reasons) =>
    `{"index":0,"text":"${text}","logprobs":null,${reasons}}`
  const head = headOf(identity, 'text_completion')
  return {
    opening: '',
    ...streamShape(head, choice, extras),
    whole: wholeShape(head, choice, extras),
  }
}

export function chatShape(identity: AnswerIdentity, extras: Extras = noExtras): AnswerShape {
  const chunkHead = headOf(identity, 'chat.completion.chunk')
  const choice: Choice = (text, reasons) =>
    `{"index":0,"delta":{"content":"${text}"},"logprobs":null,${reasons}}`
  const opening = `{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,${unfinished}}`
  const thought: Choice = (text, reasons) =>
    `{"index":0,"delta":{"reasoning":"${text}"},"logprobs":null,${reasons}}`
  const wholeChoice = (reasoning: string): Choice => {
    const thoughts = reasoning === '' ? '' : `,"reasoning":"${reasoning}"`
    return (text, reasons) =>
      `{"index":0,"message":{"role":"assistant","content":"${text}"${thoughts}},"logprobs":null,${reasons}}`
  }
  const wholeHead = headOf(identity, 'chat.completion')
  const stream = streamShape(chunkHead, choice, extras)
  const unanswered = ({ ending }: SaidInFull): string =>
    event(chunkHead, { choice: `{"index":0,"delta":{},"logprobs":null,${reasonsOf(ending)}}` })
  return {
    opening: event(chunkHead, { choice: opening }),
    ...stream,
    reasoningDelta: deltaOf(chunkHead, thought),
    last: (said) =>
      said.text === '' && said.reasoning !== '' ? unanswered(said) : stream.last(said),
    whole: (text, ending, reasoning) =>
      wholeShape(wholeHead, wholeChoice(reasoning), extras)(text, ending, reasoning),
  }
}

/** `kind` is the type of the stream's events; a complete response contains only the text. */
export function writtenDownShape(
  identity: AnswerIdentity,
  { kind, durationS }: Readonly<{ kind: 'transcription' | 'translation'; durationS: number }>,
): AnswerShape {
  const choice: Choice = (text, reasons) => `{"delta":{"content":"${text}"},${reasons}}`
  const usage = `{"type":"duration","seconds":${Math.ceil(durationS)}}`
  return {
    opening: '',
    ...streamShape(headOf(identity, `${kind}.chunk`), choice, noExtras),
    whole: (text) => `{"text":"${text}","usage":${usage}}`,
  }
}

const noExtras: Extras = { perRequestMetrics: false, promptTokensDetails: false }
const unfinished = '"finish_reason":null,"stop_reason":null'
/** Placeholder for text that cannot occur in the JSON around it. */
const textMark = '\0'

function streamShape(
  head: string,
  choice: Choice,
  extras: Extras,
): Omit<AnswerShape, 'opening' | 'whole'> {
  return {
    delta: deltaOf(head, choice),
    last: ({ ending }) => event(head, { choice: choice(ending.text, reasonsOf(ending)) }),
    usage: (ending) => event(head, { usage: usageOf(ending, extras) + metricsOf(ending, extras) }),
    closing: doneEvent,
  }
}

function deltaOf(head: string, choice: Choice): (text: string) => string {
  const [before = '', after = ''] = event(head, { choice: choice(textMark, unfinished) }).split(
    textMark,
  )
  return (text) => before + text + after
}

function wholeShape(head: string, choice: Choice, extras: Extras): AnswerShape['whole'] {
  return (text, ending) =>
    `{${head},"choices":[${choice(text, reasonsOf(ending) + tokenIdsOf(ending))}],"usage":${usageOf(ending, extras)}${metricsOf(ending, extras)}}`
}

function metricsOf(ending: GenerationEnd, { perRequestMetrics }: Extras): string {
  return perRequestMetrics ? requestMetrics(ending) : ''
}

type Content = Readonly<{ choice?: string; usage?: string }>

function event(head: string, { choice = '', usage = 'null' }: Content): string {
  return `data: {${head},"choices":[${choice}],"usage":${usage}}\n\n`
}

function headOf({ id, model, createdEpochS }: AnswerIdentity, object: string): string {
  return `"id":"${id}","object":"${object}","created":${createdEpochS},"model":"${model}"`
}

function reasonsOf({ finishReason, stopReason }: GenerationEnd): string {
  return `"finish_reason":"${finishReason}","stop_reason":${JSON.stringify(stopReason)}`
}

function tokenIdsOf({ tokenIds }: GenerationEnd): string {
  return tokenIds === undefined ? '' : `,"token_ids":[${tokenIds.join()}]`
}

/** Includes token details only if vLLM counts them: with a reasoning parser, or with the flag for cached tokens. */
function usageOf(ending: GenerationEnd, { promptTokensDetails }: Extras): string {
  const { promptTokens, completionTokens, reasoningTokens, cachedTokens = 0 } = ending
  const cached = promptTokensDetails
    ? `,"prompt_tokens_details":{"cached_tokens":${cachedTokens}}`
    : ''
  const reasoning =
    reasoningTokens === undefined
      ? ''
      : `,"completion_tokens_details":{"reasoning_tokens":${reasoningTokens}}`
  return `{"prompt_tokens":${promptTokens},"total_tokens":${promptTokens + completionTokens},"completion_tokens":${completionTokens}${cached}${reasoning}}`
}

/** Field that vLLM 0.33 adds to the usage message with --enable-per-request-metrics: times in ms, without unknown ones. */
function requestMetrics({ times, completionTokens }: GenerationEnd): string {
  const { queuedMs, scheduledMs, firstTokenMs, lastTokenMs } = times
  const decodeMs = lastTokenMs - firstTokenMs
  const metrics = {
    time_to_first_token_ms: firstTokenMs - scheduledMs,
    generation_time_ms: decodeMs,
    queue_time_ms: scheduledMs - queuedMs,
    ...(completionTokens > 1 && { mean_itl_ms: decodeMs / (completionTokens - 1) }),
    tokens_per_second: (completionTokens / (lastTokenMs - scheduledMs)) * 1000,
  }
  return `,"metrics":${JSON.stringify(metrics)}`
}

// Fields that identify every response.
export type AnswerIdentity = Readonly<{ id: string; model: string; createdEpochS: number }>

/** An adapter responds under its own name. */
export function identify(
  { deployment, loraModules }: SimulatedServer,
  { model }: Readonly<{ model?: string | null | undefined }>,
  prefix: string,
): AnswerIdentity {
  const adapter = loraModules.find((name) => name === model)
  return {
    id: `${prefix}-${randomUUID().replaceAll('-', '')}`,
    model: adapter ?? deployment.model.id,
    createdEpochS: Math.floor(Date.now() / 1000),
  }
}
