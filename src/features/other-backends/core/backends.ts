// Text Generation Inference, Triton, DeepSpeed-MII, Ollama, and OpenAI-compatible servers that `--backend` names.
import { type BackendTraits, completions, textOnly } from '#core/backends/api-traits.ts'

/** The server has no option that ignores the end of sequence. */
const ollama = {
  ...textOnly,
  protocol: 'ollama',
  knownTo: 'kneepoint',
  takesIgnoreEos: false,
  templatesPrompts: true,
} as const

export const otherBackends = {
  lmdeploy: completions,
  scalellm: completions,
  tgi: {
    ...textOnly,
    protocol: 'tgi',
    usualEndpoint: '/generate_stream',
    endpointEndings: ['generate_stream'],
    namesModel: false,
    takesSampling: false,
    countsAsAsked: true,
  },
  'tensorrt-llm': {
    ...textOnly,
    protocol: 'tensorrt-llm',
    usualEndpoint: '/v2/models/ensemble/generate_stream',
    endpointEndings: ['generate_stream'],
    namesModel: false,
    takesSampling: false,
    listsModels: false,
  },
  'deepspeed-mii': {
    ...textOnly,
    protocol: 'deepspeed-mii',
    streams: false,
    takesSampling: false,
    takesIgnoreEos: false,
  },
  ollama: { ...ollama, usualEndpoint: '/api/generate', endpointEndings: ['generate'] },
  'ollama-chat': {
    ...ollama,
    usualEndpoint: '/api/chat',
    endpointEndings: ['chat'],
  },
} as const satisfies Readonly<Record<string, BackendTraits>>
