// vLLM's own pooling endpoint: whatever the model makes of a prompt, be it one vector or one for each token.
import { inputOf } from '../../workload/sampled-request.ts'
import { commonFields } from '../requests/common-fields.ts'
import type { RequestForm } from '../requests/request-form.ts'
import { cutToModel } from './embeddings.ts'

export const poolingRequest: RequestForm = {
  encoding: 'json',
  sendsKey: true,
  fields: (request, { config, model }) => ({
    model,
    ...cutToModel(config),
    input: inputOf(request),
    ...commonFields(request, config),
  }),
}
