// A form of answers as an earlier client read it.
import type { AnswerCounting } from '../compat/counting.ts'
import type { OutputKind } from '#core/records/request-outcome.ts'
import type { StreamFormat } from './response-format.ts'
import type { StreamEvent, TokenUsage } from './stream-event.ts'

export function countedLike(form: StreamFormat, counting: AnswerCounting): StreamFormat {
  const isNew = counting.tokenEvents === 'with-output'
  const read = (isNew ? form.readOriginalEvent : undefined) ?? form.readEvent
  return {
    ...form,
    readEvent: (payload) => {
      const event = read(payload)
      return event === null ? null : counted(event, counting)
    },
    ending: 'body',
    latencyEnds: counting.latencyEnds,
    namesEnd: undefined,
    mayBeEmpty: counting.mayBeEmpty,
    takesShownOnly: true,
  }
}

function counted(event: StreamEvent, counting: AnswerCounting): StreamEvent {
  const output = outputs[counting.tokenEvents](event)
  return {
    ...event,
    output,
    usage: believedOf({ ...event, output }, counting),
    error: null,
    finishReason: null,
  }
}

type OutputOf = (event: StreamEvent) => OutputKind | null

const outputs: Readonly<Record<AnswerCounting['tokenEvents'], OutputOf>> = {
  'any-choice': ({ chunk, output }) => (chunk ? (output ?? 'content') : null),
  'with-output': ({ output }) => output,
  'with-text': ({ text }) => (text === '' ? null : 'content'),
}

const isBelieved: Readonly<Record<AnswerCounting['usage'], (event: StreamEvent) => boolean>> = {
  anywhere: () => true,
  'beside-no-token': ({ output }) => output === null,
  apart: ({ chunk }) => !chunk,
  nowhere: () => false,
}

function believedOf(
  event: StreamEvent,
  { usage, promptTokens }: AnswerCounting,
): TokenUsage | null {
  if (event.usage === null || !isBelieved[usage](event)) return null
  return promptTokens === 'server' ? event.usage : { ...event.usage, promptTokens: null }
}
