import { expect, test } from 'vitest'
import type { ContentPart, MediaPart } from '../../workload/message-content.ts'
import type { SampledRequest } from '../../workload/sampled-request.ts'
import { TokenIds } from '../../workload/token-ids.ts'
import { chatMessagesOf } from './request-form.ts'

const request: SampledRequest = {
  prompt: 'What is this?',
  promptTokens: 4,
  expectedOutputTokens: 8,
  requestId: null,
}
const text = { type: 'text', text: 'What is this?' } as const
const image: MediaPart = { type: 'image_url', image_url: { url: 'data:image/jpeg;base64,/9g=' } }
const video: MediaPart = { type: 'video_url', video_url: { url: 'file:///film.mp4' } }

const userMessage = (...content: readonly ContentPart[]) => [{ role: 'user', content }]

test.each<[string, Partial<SampledRequest>, unknown]>([
  ['text alone is a list of one part', {}, userMessage(text)],
  ['media follow the text', { media: [image, video] }, userMessage(text, image, video)],
  [
    'alternating parts stay in their order',
    { content: [image, text, video] },
    userMessage(image, text, video),
  ],
  [
    'a conversation is sent as it is',
    { chatMessages: [{ role: 'system', content: 'Be brief.' }], media: [image] },
    [{ role: 'system', content: 'Be brief.' }],
  ],
])('%s', (_, changes, messages) => {
  expect(chatMessagesOf({ ...request, ...changes })).toEqual(messages)
})

test('media come first where a model wants them so', () => {
  const messages = chatMessagesOf({ ...request, media: [image] }, { mediaPosition: 'first' })
  expect(messages).toEqual(userMessage(image, text))
})

test('token ids are no message', () => {
  expect(() => chatMessagesOf({ ...request, prompt: TokenIds.of([1]) })).toThrow(
    'token ids cannot be sent',
  )
})
