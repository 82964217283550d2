// Events as OpenAI shapes them: a list of choices, and beside it the usage or an error.
import { objectsIn, parseObject, type Json } from './json-value.ts'
import type { OutputKind } from '../model/run/request-record.ts'
import {
  readError,
  readServerTimes,
  readUsage,
  silentEvent,
  type StreamEvent,
} from './stream-event.ts'

export type ChoiceReading = Readonly<{
  outputOf: (choice: Json) => OutputKind | null
  textOf: (choice: Json) => string
}>

export function readChoicesEvent(
  payload: string,
  { outputOf, textOf }: ChoiceReading,
): StreamEvent | null {
  const message = parseObject(payload)
  if (message === null) return null
  const choices = objectsIn(message.choices)
  return {
    ...silentEvent,
    chunk: choices.length > 0,
    output: choices.map(outputOf).find((output) => output !== null) ?? null,
    finished: choices.some(({ finish_reason: reason }) => typeof reason === 'string'),
    text: choices.map(textOf).join(''),
    usage: readUsage(message.usage),
    serverTimes: readServerTimes(message.metrics),
    error: readError(message),
  }
}

/** What differs between events, besides a token's text. */
export const choicesHoles = {
  string: [['id']],
  number: [['created'], ['usage', 'total_tokens']],
  promptTokens: [['usage', 'prompt_tokens']],
  completionTokens: [['usage', 'completion_tokens']],
} as const

/** The usage comes last, beside no choice. */
export const usageExample = {
  choices: [],
  usage: { prompt_tokens: 1, completion_tokens: 1 },
}
