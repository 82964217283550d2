// Requests and responses of the backends of vLLM-Omni.
import type { FeatureApis } from '#core/protocol/requests/request-form.ts'
import type { omniBackends } from './backends.ts'
import { chatOmniAnswer, chatOmniRequest } from './chat-omni.ts'
import {
  imageEditsRequest,
  imagesAnswer,
  imagesRequest,
  videosAnswer,
  videosRequest,
} from './images-and-videos.ts'
import { speechAnswer, speechRequest } from './speech.ts'

export const omniApis: FeatureApis<typeof omniBackends> = {
  requests: {
    'openai-audio-speech': speechRequest,
    'openai-images-omni': imagesRequest,
    'openai-image-edits-omni': imageEditsRequest,
    'openai-videos-omni': videosRequest,
    'openai-chat-omni': chatOmniRequest,
  },
  responses: {
    speech: speechAnswer,
    images: imagesAnswer,
    videos: videosAnswer,
    'chat-omni': chatOmniAnswer,
  },
}
