// How requests to each backend are built, and how the responses of each protocol are read. The load generator knows protocols by
// name only.
import type { BackendName, ProtocolName } from '#core/backends/backend-traits.ts'
import { joined, joinedFeatures } from '#core/messages/joined-catalogue.ts'
import { audioAnswer, audioRequest } from './families/audio.ts'
import { chatAnswer, chatRequest } from './families/chat.ts'
import { chatOmniAnswer, chatOmniRequest } from './families/chat-omni.ts'
import { completionsAnswer, completionsRequest, llamaCppRequest } from './families/completions.ts'
import {
  imageEditsRequest,
  imagesAnswer,
  imagesRequest,
  videosAnswer,
  videosRequest,
} from './families/images-and-videos.ts'
import { messagesAnswer, messagesRequest } from './families/messages.ts'
import { responsesAnswer, responsesRequest } from './families/responses.ts'
import { speechAnswer, speechRequest } from './families/speech.ts'
import * as features from './features.ts'
import type { RequestForm } from './requests/request-form.ts'
import type { ResponseFormat } from './stream-event.ts'

const ownRequests = {
  openai: completionsRequest,
  vllm: completionsRequest,
  sglang: completionsRequest,
  'llama.cpp': llamaCppRequest,
  'openai-chat': chatRequest,
  'openai-responses': responsesRequest,
  'anthropic-messages': messagesRequest,
  'openai-audio': audioRequest,
  'openai-audio-speech': speechRequest,
  'openai-images-omni': imagesRequest,
  'openai-image-edits-omni': imageEditsRequest,
  'openai-chat-omni': chatOmniRequest,
  'openai-videos-omni': videosRequest,
}

export const requestForms: Readonly<Record<BackendName, RequestForm>> = joined(
  ownRequests,
  joinedFeatures(features, 'requests'),
)

const ownResponses = {
  completions: completionsAnswer,
  chat: chatAnswer,
  'chat-omni': chatOmniAnswer,
  responses: responsesAnswer,
  messages: messagesAnswer,
  audio: audioAnswer,
  speech: speechAnswer,
  images: imagesAnswer,
  videos: videosAnswer,
}

export const responseFormats: Readonly<Record<ProtocolName, ResponseFormat>> = joined(
  ownResponses,
  joinedFeatures(features, 'responses'),
)
