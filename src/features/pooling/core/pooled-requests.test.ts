import { describe, expect, it } from 'vitest'
import type { AppError } from '#core/model/app-error.ts'
import type { BackendName } from '#core/backends/backend-traits.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { MediaPart } from '#core/workload/message-content.ts'
import type { SampledRequest } from '#core/workload/sampled-request.ts'
import { TokenIds } from '#core/workload/token-ids.ts'
import { asText } from '#core/protocol/requests/body-text.test-support.ts'
import { buildRequestBody } from '#core/protocol/requests/request-body.ts'

const request: SampledRequest = {
  prompt: 'What is this?',
  promptTokens: 4,
  expectedOutputTokens: 8,
  requestId: 'r-7',
}
const image: MediaPart = { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }
const video: MediaPart = { type: 'video_url', video_url: { url: 'file:///a.mp4' } }
const audio: MediaPart = { type: 'input_audio', input_audio: { data: 'AA==', format: 'wav' } }
const shown = { media: [image] }
const listed = { furtherPrompts: ['And this?'] }

function bodyOf(backend: BackendName, changes: Partial<SampledRequest>): string {
  const config = { ...defaultBenchmarkConfig, backend, extraBody: { dimensions: 8 } }
  const options = { config, model: 'm', boundary: '' }
  return asText(buildRequestBody({ ...request, ...changes }, options))
}

const imageJson = '{"type":"image_url","image_url":{"url":"data:image/png;base64,AA=="}}'
const textJson = (text: string) => `{"type":"text","text":"${text}"}`
const messagesOf = (...parts: readonly string[]) =>
  `{"model":"m","messages":[{"role":"user","content":[${parts.join(',')}]}],"truncate_prompt_tokens":-1,"dimensions":8}`
const embeddings = (input: string) =>
  `{"model":"m","input":${input},"truncate_prompt_tokens":-1,"dimensions":8}`
const pooling = (input: string) =>
  `{"model":"m","truncate_prompt_tokens":-1,"input":${input},"dimensions":8}`

describe('what is sent where nothing is generated', () => {
  it.each<[BackendName, Partial<SampledRequest>, string]>([
    ['openai-embeddings', {}, embeddings('"What is this?"')],
    ['openai-embeddings', listed, embeddings('["What is this?","And this?"]')],
    [
      'openai-embeddings',
      { prompt: TokenIds.of([1, 2]), furtherPrompts: [TokenIds.of([3])] },
      embeddings('[[1,2],[3]]'),
    ],
    ['openai-embeddings-chat', shown, messagesOf(textJson('What is this?'), imageJson)],
    ['openai-embeddings-clip', shown, messagesOf(textJson(''), imageJson)],
    ['openai-embeddings-clip', {}, messagesOf(textJson('What is this?'))],
    [
      'openai-embeddings-vlm2vec',
      shown,
      messagesOf(
        imageJson,
        textJson('Represent the given image with the following question: What is this?'),
      ),
    ],
    [
      'openai-embeddings-vlm2vec',
      { ...shown, requestId: 'r-12' },
      messagesOf(imageJson, textJson('Represent the given image.')),
    ],
    [
      'openai-embeddings-vlm2vec',
      { ...shown, requestId: null },
      messagesOf(imageJson, textJson('Represent the given image.')),
    ],
    ['openai-embeddings-vlm2vec', {}, messagesOf(textJson('What is this?'))],
    ['infinity-embeddings', shown, '{"model":"m","input":"What is this?","dimensions":8}'],
    [
      'infinity-embeddings-clip',
      shown,
      '{"model":"m","input":"data:image/png;base64,AA==","modality":"image","dimensions":8}',
    ],
    [
      'infinity-embeddings',
      { prompt: '', media: [video] },
      '{"model":"m","input":"file:///a.mp4","modality":"video","dimensions":8}',
    ],
    ['vllm-pooling', listed, pooling('["What is this?","And this?"]')],
    [
      'vllm-rerank',
      listed,
      '{"model":"m","query":"What is this?","documents":["And this?"],"truncate_prompt_tokens":-1}',
    ],
  ])('%s %j', (backend, changes, body) => {
    expect(bodyOf(backend, changes)).toBe(body)
  })

  it('was not asked to be cut in 2025', () => {
    const config = { ...defaultBenchmarkConfig, backend: 'openai-embeddings' } as const
    const body = buildRequestBody(request, {
      config: { ...config, compat: '2025-10' },
      model: 'm',
      boundary: '',
    })
    expect(body.join('')).toBe('{"model":"m","input":"What is this?"}')
  })

  it.each<[BackendName, Partial<SampledRequest>, string]>([
    ['vllm-rerank', {}, 'datasetName'],
    ['infinity-embeddings', { prompt: '' }, 'backend'],
    ['infinity-embeddings-clip', { media: [image, image] }, 'backend'],
    ['infinity-embeddings-clip', { media: [audio] }, 'backend'],
    ['openai-embeddings-chat', { prompt: TokenIds.of([1]) }, 'promptTokenIds'],
  ])('%s refuses %j', (backend, changes, field) => {
    const refused = expect.objectContaining({ code: 'unsupported', field }) as AppError
    expect(() => bodyOf(backend, changes)).toThrow(refused)
  })
})
