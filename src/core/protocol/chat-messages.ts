// The messages of a chat request: those the dataset brings, else one message made of the prompt and what belongs to it.
import { userMessage, type ChatMessage, type ContentPart } from '../workload/message-content.ts'
import type { SampledRequest } from '../workload/sampled-request.ts'
import { promptText } from './prompt-text.ts'

export type MessageOptions = Readonly<{ mediaPosition: 'first' | 'last' }>

export function chatMessagesOf(
  request: SampledRequest,
  { mediaPosition }: MessageOptions = { mediaPosition: 'last' },
): readonly ChatMessage[] {
  if (request.chatMessages !== undefined) return request.chatMessages
  const { media = [] } = request
  const text = textParts(request)
  const content = mediaPosition === 'first' ? [...media, ...text] : [...text, ...media]
  return [userMessage(content)]
}

function textParts({ content, prompt }: SampledRequest): readonly ContentPart[] {
  if (content !== undefined) return content
  return [{ type: 'text', text: promptText(prompt) }]
}
