// What `--enable-multimodal-chat` makes of a prompt and its media: the message itself, its keys in the original's order.
import { userMessage, type ChatMessage, type MediaPart } from './message-content.ts'

export function transformedMessages(
  text: string,
  media: readonly MediaPart[],
): readonly ChatMessage[] {
  return [userMessage([{ text, type: 'text' }, ...media])]
}
