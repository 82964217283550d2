// The messages of a chat request: those the dataset brings, else one message made of the prompt and what belongs to it.
import { AppError } from '../model/app-error.ts'
import type { ChatMessage, ContentPart } from '../workload/message-content.ts'
import type { SampledRequest } from '../workload/sampled-request.ts'

export type MessageOptions = Readonly<{ mediaPosition: 'first' | 'last' }>

export function chatMessagesOf(
  request: SampledRequest,
  { mediaPosition }: MessageOptions = { mediaPosition: 'last' },
): readonly ChatMessage[] {
  if (request.chatMessages !== undefined) return request.chatMessages
  const { media = [] } = request
  const text = textParts(request)
  const content = mediaPosition === 'first' ? [...media, ...text] : [...text, ...media]
  return [{ role: 'user', content }]
}

function textParts({ content, prompt }: SampledRequest): readonly ContentPart[] {
  if (content !== undefined) return content
  if (typeof prompt === 'string') return [{ type: 'text', text: prompt }]
  throw new AppError('unsupported', 'A chat message is text; token ids cannot be sent as one.', {
    field: 'promptTokenIds',
    remedy: 'Choose a completions backend, or a tokenizer that turns the ids into text.',
  })
}
