// The messages of a chat request: those the dataset brings, else one message made of the prompt and what belongs to it.
import type { ChatMessage, ContentPart } from '../../workload/message-content.ts'
import type { PromptText } from '../../workload/random/round-trips.ts'
import type { SampledRequest } from '../../workload/sampled-request.ts'
import { promptText } from './prompt-text.ts'

export type MessageOptions = Readonly<{ mediaPosition: 'first' | 'last' }>

/** Its text need not be written out yet. */
type SentPart = ContentPart | Readonly<{ type: 'text'; text: PromptText }>

type SentMessage = ChatMessage | Readonly<{ role: 'user'; content: readonly SentPart[] }>

export function chatMessagesOf(
  request: SampledRequest,
  { mediaPosition }: MessageOptions = { mediaPosition: 'last' },
): readonly SentMessage[] {
  if (request.chatMessages !== undefined) return request.chatMessages
  const { media = [] } = request
  const text = textParts(request)
  const content = mediaPosition === 'first' ? [...media, ...text] : [...text, ...media]
  return [{ role: 'user', content }]
}

function textParts({ content, prompt }: SampledRequest): readonly SentPart[] {
  if (content !== undefined) return content
  return [{ type: 'text', text: promptText(prompt) }]
}
