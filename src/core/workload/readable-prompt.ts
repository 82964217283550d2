// A request's prompt as readable text, and what is sent along with it.
import type { ChatMessage, ContentPart } from './message-content.ts'
import type { Prompt, SampledRequest } from './sampled-request.ts'
import { TokenIds } from './token-ids.ts'

export const attachments = ['image', 'video', 'audio'] as const

export type Attachment = (typeof attachments)[number]

/** Token ids as numbers; a conversation and several prompts one below the other. May be cut after `enough` characters. */
export function readableText(request: SampledRequest, enough = Infinity): string {
  const { prompt, furtherPrompts = [], chatMessages, content } = request
  if (chatMessages !== undefined) return chatMessages.map(messageText).join('\n\n')
  if (content !== undefined) return content.map(partText).join('')
  return [prompt, ...furtherPrompts].map((one) => promptText(one, enough)).join('\n\n')
}

/** Ids are at least a digit and a blank each, so that more of them would not be shown anyway. */
function promptText(prompt: Prompt, enough: number): string {
  return prompt instanceof TokenIds
    ? prompt.toArray().subarray(0, enough).join(' ')
    : String(prompt)
}

function messageText({ role, content }: ChatMessage): string {
  const text = typeof content === 'string' ? content : content.map(partText).join('')
  return `${role}: ${text}`
}

function partText(part: ContentPart): string {
  return part.type === 'text' ? part.text : `[${kinds[part.type]}]`
}

const kinds: Readonly<Record<Exclude<ContentPart['type'], 'text'>, Attachment>> = {
  image_url: 'image',
  video_url: 'video',
  input_audio: 'audio',
}

/** One entry for each image, video and recording. */
export function attachmentsOf({
  media = [],
  content = [],
  chatMessages = [],
  recording,
}: SampledRequest): Attachment[] {
  const parts = [
    ...media,
    ...content,
    ...chatMessages.flatMap((message) =>
      typeof message.content === 'string' ? [] : message.content,
    ),
  ]
  const shown = parts.flatMap((part) => (part.type === 'text' ? [] : [kinds[part.type]]))
  return recording === undefined ? shown : [...shown, 'audio']
}
