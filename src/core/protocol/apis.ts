// How requests to each backend are built, and how the responses of each protocol are read. The load generator knows protocols by
// name only.
import type { BackendName, ProtocolName } from '#core/backends/backend-traits.ts'
import { joined, joinedFeatures } from '#core/messages/joined-catalogue.ts'
import { audioAnswer, audioRequest } from './families/audio.ts'
import { chatAnswer, chatRequest } from './families/chat.ts'
import { completionsAnswer, completionsRequest, llamaCppRequest } from './families/completions.ts'
import { messagesAnswer, messagesRequest } from './families/messages.ts'
import { responsesAnswer, responsesRequest } from './families/responses.ts'
import * as features from './features.ts'
import type { RequestForm } from './requests/request-form.ts'
import type { ResponseFormat } from './answer-reader.ts'

const ownRequests = {
  openai: completionsRequest,
  vllm: completionsRequest,
  sglang: completionsRequest,
  'llama.cpp': llamaCppRequest,
  'openai-chat': chatRequest,
  'openai-responses': responsesRequest,
  'anthropic-messages': messagesRequest,
  'openai-audio': audioRequest,
}

export const requestForms: Readonly<Record<BackendName, RequestForm>> = joined(
  ownRequests,
  joinedFeatures(features, 'requests'),
)

const ownResponses = {
  completions: completionsAnswer,
  chat: chatAnswer,
  responses: responsesAnswer,
  messages: messagesAnswer,
  audio: audioAnswer,
}

export const responseFormats: Readonly<Record<ProtocolName, ResponseFormat>> = joined(
  ownResponses,
  joinedFeatures(features, 'responses'),
)
