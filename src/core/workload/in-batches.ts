// Several prompts in one request, as servers that only read prompts take them.
import type { SampledRequest } from './sampled-request.ts'

type BatchSpec = Readonly<{ batchSize: number; requestIdPrefix: string }>

/** Consecutive requests become one, renumbered; the last batch holds what is left. */
export function inBatches(
  requests: readonly SampledRequest[],
  { batchSize, requestIdPrefix }: BatchSpec,
): SampledRequest[] {
  if (batchSize === 1) return [...requests]
  return Array.from({ length: Math.ceil(requests.length / batchSize) }, (_, index) => {
    const batch = requests.slice(index * batchSize, (index + 1) * batchSize)
    const [prompt = '', ...furtherPrompts] = batch.map((request) => request.prompt)
    return {
      prompt,
      furtherPrompts,
      promptTokens: batch.reduce((sum, { promptTokens }) => sum + promptTokens, 0),
      expectedOutputTokens: 0,
      requestId: `${requestIdPrefix}${index}`,
    }
  })
}
