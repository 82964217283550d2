// What a chat message is made of, as OpenAI-like APIs take it: text, and images, videos and sound beside it.
import type { SoundFormat } from '../audio/sound-file.ts'

export type TextPart = Readonly<{ type: 'text'; text: string }>

/** A URL the server fetches, or the image itself as a `data:` URL; `detail` and the like may follow. */
export type ImagePart = Readonly<{
  type: 'image_url'
  image_url: Readonly<{ url: string } & Record<string, unknown>>
}>

type VideoPart = Readonly<{ type: 'video_url'; video_url: Readonly<{ url: string }> }>

export type AudioPart = Readonly<{
  type: 'input_audio'
  /** Base64. */
  input_audio: Readonly<{ data: string; format: SoundFormat }>
}>

export type MediaPart = ImagePart | VideoPart | AudioPart

export type ContentPart = TextPart | MediaPart

export type ChatMessage = Readonly<
  { role: string; content: string | readonly ContentPart[] } & Record<string, unknown>
>

export function userMessage(content: ChatMessage['content']): ChatMessage {
  return { role: 'user', content }
}

// What `--enable-multimodal-chat` makes of a prompt and its media: the message itself, its keys in the original's order.
export function transformedMessages(
  text: string,
  media: readonly MediaPart[],
): readonly ChatMessage[] {
  return [userMessage([{ text, type: 'text' }, ...media])]
}
