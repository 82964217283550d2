// How many texts a request gives the server to read: what the original counts as inputs.
import { backendTraits, type BackendName } from '../../model/benchmark/backend-traits.ts'
import type { SampledRequest } from '../../workload/sampled-request.ts'

/** Of a ranking only the documents count. */
export function inputCount(
  { furtherPrompts = [] }: Pick<SampledRequest, 'furtherPrompts'>,
  { backend }: Readonly<{ backend: BackendName }>,
): number {
  const { ranksDocuments } = backendTraits[backend]
  return furtherPrompts.length + (ranksDocuments ? 0 : 1)
}
