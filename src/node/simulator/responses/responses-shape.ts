// Answers of the Responses API: named events that open a message, fill it, and close it again one by one.
import type { AnswerIdentity } from './answer-identity.ts'
import type { AnswerShape, SaidInFull } from './answer-shape.ts'
import type { Ending } from '../engine/generation.ts'

/** Of the message in the response; there is one, with one part. */
const place = { output_index: 0, content_index: 0 }

export function responsesShape(identity: AnswerIdentity): AnswerShape {
  const itemId = identity.id.replace(/^resp/, 'msg')
  const opening = openingEvents(identity, itemId)
  const delta = (text: string, index: number): string =>
    event(opening.length + index, 'response.output_text.delta', {
      item_id: itemId,
      ...place,
      delta: text,
      logprobs: [],
    })
  return {
    opening: opening.join(''),
    delta,
    last: (said) => {
      const sent = opening.length + said.index
      const lastDelta = said.ending.text === '' ? [] : [delta(said.ending.text, said.index)]
      const closing = closingEvents(identity, { said, itemId, first: sent + lastDelta.length })
      return [...lastDelta, ...closing].join('')
    },
    usage: () => '',
    closing: '',
    whole: (text, ending) => JSON.stringify(responseOf(identity, { ending, text, itemId })),
  }
}

function openingEvents(identity: AnswerIdentity, itemId: string): string[] {
  const response = { ...headOf(identity), status: 'in_progress', output: [], usage: null }
  const item = messageOf(itemId, 'in_progress', [])
  return [
    event(0, 'response.created', { response }),
    event(1, 'response.in_progress', { response }),
    event(2, 'response.output_item.added', { output_index: 0, item }),
    event(3, 'response.content_part.added', { item_id: itemId, ...place, part: partOf('') }),
  ]
}

type Closing = Readonly<{ said: SaidInFull; itemId: string; first: number }>

function closingEvents(identity: AnswerIdentity, { said, itemId, first }: Closing): string[] {
  const { text, ending } = said
  const item = messageOf(itemId, statusOf(ending), [partOf(text)])
  const response = responseOf(identity, { ending, text, itemId })
  return [
    event(first, 'response.output_text.done', { item_id: itemId, ...place, text, logprobs: [] }),
    event(first + 1, 'response.content_part.done', {
      item_id: itemId,
      ...place,
      part: partOf(text),
    }),
    event(first + 2, 'response.output_item.done', { output_index: 0, item }),
    event(first + 3, `response.${statusOf(ending)}`, { response }),
  ]
}

function event(sequenceNumber: number, type: string, content: object): string {
  const data = JSON.stringify({ type, sequence_number: sequenceNumber, ...content })
  return `event: ${type}\ndata: ${data}\n\n`
}

type Said = Readonly<{ ending: Ending; text: string; itemId: string }>

function responseOf(identity: AnswerIdentity, { ending, text, itemId }: Said): object {
  const status = statusOf(ending)
  return {
    ...headOf(identity),
    status,
    incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
    output: [messageOf(itemId, status, [partOf(text)])],
    usage: usageOf(ending),
  }
}

function headOf({ id, model, createdEpochS }: AnswerIdentity): object {
  return { id, object: 'response', created_at: createdEpochS, model, error: null }
}

function messageOf(id: string, status: string, content: readonly object[]): object {
  return { id, type: 'message', role: 'assistant', status, content }
}

function partOf(text: string): object {
  return { type: 'output_text', text, annotations: [] }
}

function statusOf({ finishReason }: Ending): 'completed' | 'incomplete' {
  return finishReason === 'stop' ? 'completed' : 'incomplete'
}

function usageOf({ promptTokens, completionTokens }: Ending): object {
  return {
    input_tokens: promptTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: completionTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: promptTokens + completionTokens,
  }
}
