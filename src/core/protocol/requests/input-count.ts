// Number of input texts in a request, as vLLM's client counts them.
import { backendTraits, type BackendName } from '#core/backends/backend-traits.ts'
import type { SampledRequest } from '../../workload/sampled-request.ts'

/** For a ranking, only documents count. */
export function inputCount(
  { furtherPrompts = [] }: Pick<SampledRequest, 'furtherPrompts'>,
  { backend }: Readonly<{ backend: BackendName }>,
): number {
  const { ranksDocuments } = backendTraits[backend]
  return furtherPrompts.length + (ranksDocuments ? 0 : 1)
}
