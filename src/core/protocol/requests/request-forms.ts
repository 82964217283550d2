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
import { imagesRequest, sizeOf, videosRequest } from '../families/images-and-videos.ts'
import { speechRequest } from '../families/speech.ts'
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
import {
  commonFields,
  type Payload,
  promptText,
  RepeatedField,
  type RequestForm,
} from './request-form.ts'
import { appError } from '#core/model/app-error.ts'
import type { ImagePart, MediaPart } from '#core/workload/message-content.ts'

/** Fields of `--extra-body` that vLLM-Omni's client sends. */
const sentFields = [
  'negative_prompt',
  'num_inference_steps',
  'guidance_scale',
  'guidance_scale_2',
  'strength',
  'true_cfg_scale',
  'seed',
  'generator_device',
  'lora',
  'layers',
  'resolution',
  'bot_task',
  'sys_type',
  'system_prompt',
  'return_stage_metrics',
] as const

/**
 * Image edits as vLLM-Omni's client requests them: a form of a prompt and images as input, a document of images as
 * output.
 */
const imageEditsRequest: RequestForm = {
  encoding: 'multipart',
  sendsKey: true,
  fields: (request, { config, model }) => {
    const common: Payload = {
      ...{ bot_task: config.imageEditsBotTask, return_stage_metrics: true },
      ...commonFields(request, config),
    }
    const { size, width, height, output_format: format = 'png', stream } = common
    if (stream === true) {
      throw appError('unsupported', 'workload.noStreamedEdits', {}, { field: 'extraBody' })
    }
    const urls = (request.media ?? []).filter(isImage).map(({ image_url: { url } }) => url)
    if (urls.length === 0) {
      throw appError('unsupported', 'workload.noImagesToEdit', {}, { field: 'datasetName' })
    }
    const own = sentFields.flatMap((name) => {
      const value = common[name]
      return value === undefined || value === null ? [] : [[name, value] as const]
    })
    return {
      model,
      prompt: promptText(request.prompt),
      response_format: 'b64_json',
      output_format: format,
      stream: 'false',
      ...{ size: 'auto', ...sizeOf({ size, width, height }) },
      ...Object.fromEntries(own),
      url: new RepeatedField(urls),
    }
  },
}

function isImage(part: MediaPart): part is ImagePart {
  return part.type === 'image_url'
}

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
