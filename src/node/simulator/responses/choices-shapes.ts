// Answers as OpenAI's older interfaces lay them out: completions, chat, and recordings written down.
import type { AnswerIdentity } from './answer-identity.ts'
import { type AnswerShape, doneEvent } from './answer-shape.ts'
import type { Ending } from '../engine/generation.ts'

type Choice = (text: string, reasons: string) => string

type Extras = Readonly<{ perRequestMetrics: boolean }>

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
  const wholeChoice: Choice = (text, reasons) =>
    `{"index":0,"message":{"role":"assistant","content":"${text}"},"logprobs":null,${reasons}}`
  return {
    opening: event(chunkHead, { choice: opening }),
    ...streamShape(chunkHead, choice, extras),
    whole: wholeShape(headOf(identity, 'chat.completion'), wholeChoice, extras),
  }
}

/** `kind` is that of the stream's events; as a whole, the text stands alone. */
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

const noExtras: Extras = { perRequestMetrics: false }
const unfinished = '"finish_reason":null,"stop_reason":null'
/** Cannot occur in the JSON around it. */
const textMark = '\0'

function streamShape(
  head: string,
  choice: Choice,
  extras: Extras,
): Omit<AnswerShape, 'opening' | 'whole'> {
  const [before = '', after = ''] = event(head, { choice: choice(textMark, unfinished) }).split(
    textMark,
  )
  return {
    delta: (text) => before + text + after,
    last: ({ ending }) => event(head, { choice: choice(ending.text, reasonsOf(ending)) }),
    usage: (ending) => event(head, { usage: usageOf(ending) + metricsOf(ending, extras) }),
    closing: doneEvent,
  }
}

function wholeShape(head: string, choice: Choice, extras: Extras): AnswerShape['whole'] {
  return (text, ending) =>
    `{${head},"choices":[${choice(text, reasonsOf(ending))}],"usage":${usageOf(ending)}${metricsOf(ending, extras)}}`
}

function metricsOf(ending: Ending, { perRequestMetrics }: Extras): string {
  return perRequestMetrics ? requestMetrics(ending) : ''
}

type Content = Readonly<{ choice?: string; usage?: string }>

function event(head: string, { choice = '', usage = 'null' }: Content): string {
  return `data: {${head},"choices":[${choice}],"usage":${usage}}\n\n`
}

function headOf({ id, model, createdEpochS }: AnswerIdentity, object: string): string {
  return `"id":"${id}","object":"${object}","created":${createdEpochS},"model":"${model}"`
}

function reasonsOf({ finishReason, stopReason }: Ending): string {
  return `"finish_reason":"${finishReason}","stop_reason":${JSON.stringify(stopReason)}`
}

function usageOf({ promptTokens, completionTokens }: Ending): string {
  const total = promptTokens + completionTokens
  return `{"prompt_tokens":${promptTokens},"total_tokens":${total},"completion_tokens":${completionTokens}}`
}

// What vLLM 0.33 with --enable-per-request-metrics adds to the message with the token counts.

/** A further member of that message: each time in ms, those left out that are not known. */
function requestMetrics({ times, completionTokens }: Ending): string {
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
