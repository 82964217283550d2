// Requests for models that read either a text or a picture, never both.
import type { SampledRequest } from '../../workload/sampled-request.ts'

/** Beside a picture the text stays empty. */
export function withoutText(request: SampledRequest): SampledRequest {
  return request.media === undefined ? request : { ...request, prompt: '' }
}
