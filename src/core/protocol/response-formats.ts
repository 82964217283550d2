// How the answers of each protocol are read. The load generator knows a protocol by its name alone.
import type { ProtocolName } from '#core/backends/backend-traits.ts'
import type { ResponseFormat } from './response-format.ts'
import { audioAnswer } from './families/audio.ts'
import { chatAnswer } from './families/chat.ts'
import { chatOmniAnswer } from './families/chat-omni.ts'
import { completionsAnswer } from './families/completions.ts'
import { deepspeedMiiAnswer } from './families/deepspeed-mii.ts'
import { messagesAnswer } from './families/messages.ts'
import { realtimeAnswer } from './families/realtime.ts'
import { responsesAnswer } from './families/responses.ts'
import { imagesAnswer } from './families/images.ts'
import { speechAnswer } from './families/speech.ts'
import { videosAnswer } from './families/videos.ts'
import { tensorrtLlmAnswer } from './families/tensorrt-llm.ts'
import { tgiAnswer } from './families/tgi.ts'
import { pooledAnswer } from './families/pooled-answer.ts'

export const responseFormats: Readonly<Record<ProtocolName, ResponseFormat>> = {
  completions: completionsAnswer,
  chat: chatAnswer,
  'chat-omni': chatOmniAnswer,
  responses: responsesAnswer,
  messages: messagesAnswer,
  audio: audioAnswer,
  realtime: realtimeAnswer,
  speech: speechAnswer,
  images: imagesAnswer,
  videos: videosAnswer,
  tgi: tgiAnswer,
  'tensorrt-llm': tensorrtLlmAnswer,
  'deepspeed-mii': deepspeedMiiAnswer,
  pooling: pooledAnswer,
}
