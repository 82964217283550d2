// Responses of the Responses API: named events that open a message, fill it, and close it part by part. Reasoning is a separate
// item before the message.
import type { AnswerIdentity, AnswerShape, SaidInFull } from './choices-shapes.ts'
import type { GenerationEnd } from '../engine/generation.ts'

type Extras = Readonly<{ promptTokensDetails: boolean; reasoningShare: number }>

export function responsesShape(identity: AnswerIdentity, extras: Extras): AnswerShape {
  const reasons = extras.reasoningShare > 0
  const context = { identity, extras, itemId: identity.id.replace(/^resp/, 'msg') }
  const reasoningId = identity.id.replace(/^resp/, 'rs')
  /** Index of the message in the response; it has one part. */
  const place = { output_index: reasons ? 1 : 0, content_index: 0 }
  const opening = [
    ...responseOpening(identity),
    ...(reasons ? reasoningOpening(reasoningId) : messageOpening(context.itemId, place, 2)),
  ]
  /** Events other than deltas, once the message is open. */
  const besides = reasons ? opening.length + 5 : opening.length
  const delta = (text: string, index: number): string =>
    event(besides + index, 'response.output_text.delta', {
      item_id: context.itemId,
      ...place,
      delta: text,
      logprobs: [],
    })
  return {
    opening: opening.join(''),
    delta,
    reasoningDelta: (text, index) =>
      event(opening.length + index, 'response.reasoning_text.delta', {
        item_id: reasoningId,
        ...reasoningPlace,
        delta: text,
      }),
    afterReasoning: (reasoning, index) =>
      [
        ...reasoningClosing(reasoningId, reasoning, opening.length + index),
        ...messageOpening(context.itemId, place, opening.length + index + 3),
      ].join(''),
    last: (said) => {
      const sent = besides + said.index
      const lastDelta = said.ending.text === '' ? [] : [delta(said.ending.text, said.index)]
      const closing = closingEvents(context, { said, place, first: sent + lastDelta.length })
      return [...lastDelta, ...closing].join('')
    },
    usage: () => '',
    closing: '',
    whole: (text, ending, reasoning) =>
      JSON.stringify(responseOf(context, { ending, text, reasoning })),
  }
}

type Place = Readonly<{ output_index: number; content_index: number }>

const reasoningPlace: Place = { output_index: 0, content_index: 0 }

function responseOpening(identity: AnswerIdentity): string[] {
  const response = { ...headOf(identity), status: 'in_progress', output: [], usage: null }
  return [
    event(0, 'response.created', { response }),
    event(1, 'response.in_progress', { response }),
  ]
}

function messageOpening(itemId: string, place: Place, first: number): string[] {
  const { output_index } = place
  const item = messageOf(itemId, 'in_progress', [])
  return [
    event(first, 'response.output_item.added', { output_index, item }),
    event(first + 1, 'response.content_part.added', {
      item_id: itemId,
      ...place,
      part: partOf(''),
    }),
  ]
}

function reasoningOpening(itemId: string): string[] {
  const { output_index } = reasoningPlace
  const item = reasoningOf(itemId, 'in_progress', [])
  const part = { type: 'reasoning_text', text: '' }
  return [
    event(2, 'response.output_item.added', { output_index, item }),
    event(3, 'response.reasoning_part.added', { item_id: itemId, ...reasoningPlace, part }),
  ]
}

function reasoningClosing(itemId: string, text: string, first: number): string[] {
  const { output_index } = reasoningPlace
  const part = { type: 'reasoning_text', text }
  const item = reasoningOf(itemId, 'completed', [part])
  const where = { item_id: itemId, ...reasoningPlace }
  return [
    event(first, 'response.reasoning_text.done', { ...where, text }),
    event(first + 1, 'response.reasoning_part.done', { ...where, part }),
    event(first + 2, 'response.output_item.done', { output_index, item }),
  ]
}

type Context = Readonly<{ identity: AnswerIdentity; extras: Extras; itemId: string }>
type ClosingMessage = Readonly<{ said: SaidInFull; place: Place; first: number }>

function closingEvents(context: Context, { said, place, first }: ClosingMessage): string[] {
  const { text, reasoning, ending } = said
  const item_id = context.itemId
  const item = messageOf(item_id, statusOf(ending), [partOf(text)])
  const response = responseOf(context, { ending, text, reasoning })
  const { output_index } = place
  return [
    event(first, 'response.output_text.done', { item_id, ...place, text, logprobs: [] }),
    event(first + 1, 'response.content_part.done', { item_id, ...place, part: partOf(text) }),
    event(first + 2, 'response.output_item.done', { output_index, item }),
    event(first + 3, `response.${statusOf(ending)}`, { response }),
  ]
}

function event(sequenceNumber: number, type: string, content: object): string {
  const data = JSON.stringify({ type, sequence_number: sequenceNumber, ...content })
  return `event: ${type}\ndata: ${data}\n\n`
}

type Said = Readonly<{ ending: GenerationEnd; text: string; reasoning: string }>

function responseOf(
  { identity, extras, itemId }: Context,
  { ending, text, reasoning }: Said,
): object {
  const status = statusOf(ending)
  const thoughts = [{ type: 'reasoning_text', text: reasoning }]
  return {
    ...headOf(identity),
    status,
    incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
    output: [
      ...(reasoning === '' ? [] : [reasoningOf(`rs${itemId.slice(3)}`, 'completed', thoughts)]),
      messageOf(itemId, status, [partOf(text)]),
    ],
    usage: usageOf(ending, extras),
  }
}

function headOf({ id, model, createdEpochS }: AnswerIdentity): object {
  return { id, object: 'response', created_at: createdEpochS, model, error: null }
}

function messageOf(id: string, status: string, content: readonly object[]): object {
  return { id, type: 'message', role: 'assistant', status, content }
}

function reasoningOf(id: string, status: string, content: readonly object[]): object {
  return { id, type: 'reasoning', status, summary: [], content }
}

function partOf(text: string): object {
  return { type: 'output_text', text, annotations: [] }
}

function statusOf({ finishReason }: GenerationEnd): 'completed' | 'incomplete' {
  return finishReason === 'stop' ? 'completed' : 'incomplete'
}

function usageOf(ending: GenerationEnd, { promptTokensDetails }: Extras): object {
  const { promptTokens, completionTokens, reasoningTokens = 0, cachedTokens = 0 } = ending
  return {
    input_tokens: promptTokens,
    ...(promptTokensDetails && { input_tokens_details: { cached_tokens: cachedTokens } }),
    output_tokens: completionTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: promptTokens + completionTokens,
  }
}
