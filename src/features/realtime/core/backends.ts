// Realtime transcription: vLLM sessions that receive a recording at the speed of speech.
import { type BackendTraits, textOnly } from '#core/backends/api-traits.ts'

export const realtimeBackends = {
  'vllm-realtime': {
    ...textOnly,
    protocol: 'realtime',
    listedAfter: 'openai-audio',
    knownTo: 'kneepoint',
    usualEndpoint: '/v1/realtime',
    endpointEndings: ['realtime'],
    takesMedia: ['recording'],
    pacesAudio: true,
    takesSampling: false,
    takesIgnoreEos: false,
  },
} as const satisfies Readonly<Record<string, BackendTraits>>
