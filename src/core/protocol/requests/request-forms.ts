// How requests to each backend are written.
import type { BackendName } from '#core/backends/backend-traits.ts'
import { audioRequest } from '../families/audio.ts'
import { chatRequest } from '../families/chat.ts'
import { chatOmniRequest } from '../families/chat-omni.ts'
import { completionsRequest, llamaCppRequest } from '../families/completions.ts'
import { deepspeedMiiRequest } from '../families/deepspeed-mii.ts'
import { messagesRequest } from '../families/messages.ts'
import { realtimeRequest } from '../families/realtime.ts'
import { responsesRequest } from '../families/responses.ts'
import { imageEditsRequest } from '../families/image-edits.ts'
import { imagesRequest } from '../families/images.ts'
import { speechRequest } from '../families/speech.ts'
import { videosRequest } from '../families/videos.ts'
import { tensorrtLlmRequest } from '../families/tensorrt-llm.ts'
import { tgiRequest } from '../families/tgi.ts'
import {
  embeddingsChatRequest,
  embeddingsClipRequest,
  embeddingsRequest,
  embeddingsVlm2vecRequest,
  infinityClipRequest,
  infinityRequest,
  poolingRequest,
  rerankRequest,
} from '../families/pooling.ts'
import type { RequestForm } from './request-form.ts'

export const requestForms: Readonly<Record<BackendName, RequestForm>> = {
  openai: completionsRequest,
  vllm: completionsRequest,
  sglang: completionsRequest,
  lmdeploy: completionsRequest,
  scalellm: completionsRequest,
  'llama.cpp': llamaCppRequest,
  'openai-chat': chatRequest,
  'openai-responses': responsesRequest,
  'anthropic-messages': messagesRequest,
  'openai-audio': audioRequest,
  'vllm-realtime': realtimeRequest,
  'openai-audio-speech': speechRequest,
  'openai-images-omni': imagesRequest,
  'openai-image-edits-omni': imageEditsRequest,
  'openai-chat-omni': chatOmniRequest,
  'openai-videos-omni': videosRequest,
  tgi: tgiRequest,
  'tensorrt-llm': tensorrtLlmRequest,
  'deepspeed-mii': deepspeedMiiRequest,
  'openai-embeddings': embeddingsRequest,
  'openai-embeddings-chat': embeddingsChatRequest,
  'openai-embeddings-clip': embeddingsClipRequest,
  'openai-embeddings-vlm2vec': embeddingsVlm2vecRequest,
  'infinity-embeddings': infinityRequest,
  'infinity-embeddings-clip': infinityClipRequest,
  'vllm-pooling': poolingRequest,
  'vllm-rerank': rerankRequest,
}
