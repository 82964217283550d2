// Text Generation Inference, Triton, DeepSpeed-MII, and OpenAI-compatible servers that `--backend` names.
import { type BackendTraits, completions, textOnly } from '#core/backends/api-traits.ts'

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
} as const satisfies Readonly<Record<string, BackendTraits>>
