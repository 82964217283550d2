// Requests to these backends, and how their responses are read.
import { completionsRequest } from '#core/protocol/families/completions.ts'
import type { FeatureApis } from '#core/protocol/requests/request-form.ts'
import { deepspeedMiiAnswer, deepspeedMiiRequest } from './deepspeed-mii.ts'
import { tensorrtLlmAnswer, tensorrtLlmRequest } from './tensorrt-llm.ts'
import { tgiAnswer, tgiRequest } from './tgi.ts'
import type { otherBackends } from './backends.ts'

export const otherApis: FeatureApis<typeof otherBackends> = {
  requests: {
    lmdeploy: completionsRequest,
    scalellm: completionsRequest,
    tgi: tgiRequest,
    'tensorrt-llm': tensorrtLlmRequest,
    'deepspeed-mii': deepspeedMiiRequest,
  },
  responses: {
    tgi: tgiAnswer,
    'tensorrt-llm': tensorrtLlmAnswer,
    'deepspeed-mii': deepspeedMiiAnswer,
  },
}
