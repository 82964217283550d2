// Content of a chat message in OpenAI-compatible APIs: text, images, videos and audio.
import type { SoundFormat } from '#core/base/sound-file.ts'

export type TextPart = Readonly<{ type: 'text'; text: string }>

/** A URL that the server fetches, or the image as a `data:` URL; options such as `detail` may follow. */
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

/** Messages for `--enable-multimodal-chat`, from a prompt and its media; keys in the order of vLLM's client. */
export function transformedMessages(
  text: string,
  media: readonly MediaPart[],
): readonly ChatMessage[] {
  return [userMessage([{ text, type: 'text' }, ...media])]
}
