// Requests for models that read either a text or an image, never both.
import type { SampledRequest } from '../../workload/sampled-request.ts'

/** Beside an image the text stays empty. */
export function withoutText(request: SampledRequest): SampledRequest {
  return request.media === undefined ? request : { ...request, prompt: '' }
}
