// How requests to each backend are written.
import type { BackendName } from '../model/backend-traits.ts'
import { chatRequest } from './families/chat.ts'
import { completionsRequest } from './families/completions.ts'
import {
  embeddingsChatRequest,
  embeddingsClipRequest,
  embeddingsRequest,
  embeddingsVlm2vecRequest,
} from './families/embeddings.ts'
import { infinityClipRequest, infinityRequest } from './families/infinity.ts'
import { poolingRequest } from './families/pooling.ts'
import { rerankRequest } from './families/rerank.ts'
import type { RequestForm } from './request-form.ts'

export const requestForms: Readonly<Record<BackendName, RequestForm>> = {
  openai: completionsRequest,
  vllm: completionsRequest,
  'openai-chat': chatRequest,
  'openai-embeddings': embeddingsRequest,
  'openai-embeddings-chat': embeddingsChatRequest,
  'openai-embeddings-clip': embeddingsClipRequest,
  'openai-embeddings-vlm2vec': embeddingsVlm2vecRequest,
  'infinity-embeddings': infinityRequest,
  'infinity-embeddings-clip': infinityClipRequest,
  'vllm-pooling': poolingRequest,
  'vllm-rerank': rerankRequest,
}
