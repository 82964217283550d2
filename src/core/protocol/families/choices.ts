// OpenAI-style streams: each event has a list of choices, and the usage or an error beside it.
import { isAmount } from '#core/base/bounds.ts'
import type { OutputKind } from '#core/records/request-outcome.ts'
import type { ServerTimes } from '#core/records/request-record.ts'
import { finishReasonOf, worseReason } from '../finish-reason.ts'
import { isJson, type Json, objectsIn, parseObject } from '../json-value.ts'
import {
  hasCounts,
  modelIn,
  readError,
  strayError,
  readUsage,
  silentEvent,
  type StreamEvent,
  type StreamFormat,
} from '../stream-event.ts'

export type ChoiceReading = Readonly<{
  outputOf: (choice: Json) => OutputKind | null
  textOf: (choice: Json) => string
  reasoningOf?: (choice: Json) => string
}>

export function readChoicesEvent(
  payload: string,
  { outputOf, textOf, reasoningOf = () => '' }: ChoiceReading,
): StreamEvent | null {
  const sent = parseObject(payload)
  if (sent === null) return null
  const message = unwrapped(sent)
  const choices = isJson(message.choices) ? [message.choices] : objectsIn(message.choices)
  const finishReason = choices
    .map(({ finish_reason: reason }) => finishReasonOf(reason))
    .reduce(worseReason, null)
  return {
    ...silentEvent,
    chunk: choices.length > 0,
    output: choices.map(outputOf).find((output) => output !== null) ?? null,
    finished: finishReason !== null,
    finishReason,
    model: modelIn(message),
    text: choices.map(textOf).join(''),
    reasoningText: choices.map(reasoningOf).join(''),
    usage: readUsage(usageIn(message, choices)),
    serverTimes: readServerTimes(message.metrics),
    error: [message, ...choices].map(readError).find((one) => one !== null) ?? strayError(message),
  }
}

/** Some gateways wrap each event in `data`. */
function unwrapped(sent: Json): Json {
  const { choices, data } = sent
  return choices === undefined && isJson(data) && data.choices !== undefined ? data : sent
}

/** Gateways nest the usage, or send its counts without it; llama.cpp sends its timings with or without it. */
function usageIn(message: Json, choices: readonly Json[]): unknown {
  const { usage, timings } = message
  if (usage !== undefined && usage !== null) return usage
  const nested = Object.values(message).filter(isJson)
  const places = [message, ...nested, ...choices, ...choices.flatMap(({ delta }) => delta ?? [])]
  const counts = places.filter(isJson).map((place) => {
    return isJson(place.usage) ? place.usage : (place.usageMetadata ?? place)
  })
  return counts.find(hasCounts) ?? (isJson(timings) ? countsIn(timings) : null)
}

/** `prompt_n` leaves out tokens from the cache, which only newer versions count. */
function countsIn({ predicted_n: completion, prompt_n: prompt, cache_n: cached }: Json): Json {
  return {
    completion_tokens: completion,
    ...(isAmount(prompt) && isAmount(cached) && { prompt_tokens: prompt + cached }),
  }
}

/** The field `metrics`, which vLLM adds to the message with the counts; null without it. */
function readServerTimes(metrics: unknown): ServerTimes | null {
  if (!isJson(metrics)) return null
  return {
    queueS: asSeconds(metrics.queue_time_ms),
    ttftS: asSeconds(metrics.time_to_first_token_ms),
  }
}

function asSeconds(ms: unknown): number | null {
  return isAmount(ms) ? ms / 1000 : null
}

/** `texts` are the paths of a token's text in a choice, and `choice` is an example. */
export function choicesStream(
  reading: ChoiceReading,
  texts: readonly (readonly string[])[],
  choice: Json,
): StreamFormat {
  return {
    kind: 'stream',
    readEvent: (payload) => readChoicesEvent(payload, reading),
    holes: {
      text: texts.map((path) => ['choices', '0', ...path]),
      string: [['id']],
      number: [['created'], ['usage', 'total_tokens']],
      promptTokens: [['usage', 'prompt_tokens']],
      completionTokens: [['usage', 'completion_tokens']],
    },
    ending: 'done',
    namesEnd: true,
    namesOtherApis: true,
    example: {
      token: { id: 'a', created: 1, choices: [{ index: 0, ...choice }] },
      // The usage is sent last, without a choice.
      last: { choices: [], usage: { prompt_tokens: 1, completion_tokens: 1 } },
    },
  }
}
