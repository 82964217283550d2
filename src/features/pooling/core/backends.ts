// Servers that read a prompt and return vectors or scores.
import { type BackendTraits, completions } from '#core/backends/api-traits.ts'

const embeddings = {
  ...completions,
  task: 'pooling',
  protocol: 'pooling',
  usualEndpoint: '/v1/embeddings',
  endpointEndings: ['embeddings'],
  streams: false,
  takesBatches: true,
  takesLogprobs: false,
  takesSampling: false,
} as const

const embeddingsOfChat = {
  ...embeddings,
  takesTokenIds: false,
  takesBatches: false,
  takesMedia: ['parts'],
  templatesPrompts: true,
} as const

const infinity = {
  ...embeddings,
  usualEndpoint: '/embeddings',
  takesTokenIds: false,
  takesMedia: ['parts'],
} as const

export const poolingBackends = {
  'openai-embeddings': embeddings,
  'openai-embeddings-chat': embeddingsOfChat,
  'openai-embeddings-clip': embeddingsOfChat,
  'openai-embeddings-vlm2vec': embeddingsOfChat,
  'infinity-embeddings': infinity,
  'infinity-embeddings-clip': infinity,
  'vllm-pooling': { ...embeddings, usualEndpoint: '/pooling', endpointEndings: ['pooling'] },
  'vllm-rerank': {
    ...embeddings,
    usualEndpoint: '/v1/rerank',
    endpointEndings: ['rerank'],
    takesTokenIds: false,
    ranksDocuments: true,
  },
} as const satisfies Readonly<Record<string, BackendTraits>>
