// Finds requests that exceed the context of the server.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { askedLengths } from './asked-lengths.ts'
import type { SampledRequest } from './sampled-request.ts'

export type BeyondContext = Readonly<{
  count: number
  all: number
  /** Lengths of the longest and the shortest of them. */
  longest: Readonly<{ input: number; output: number }>
  shortest: Readonly<{ input: number; output: number }>
}>

/** Null if all fit, or if lengths are unknown. `limit` is the context in tokens. */
export function beyondContext(
  requests: readonly SampledRequest[],
  config: BenchmarkConfig,
  limit: number | null,
): BeyondContext | null {
  if (limit === null) return null
  const beyond = requests.flatMap((request) => {
    const { promptTokens, outputTokens, choices } = askedLengths(request, config)
    if (promptTokens === null || outputTokens === null) return []
    const output = outputTokens / choices
    return promptTokens + output > limit ? [{ input: promptTokens, output }] : []
  })
  const sorted = beyond.toSorted((a, b) => a.input + a.output - b.input - b.output)
  const [shortest, longest] = [sorted[0], sorted.at(-1)]
  if (shortest === undefined || longest === undefined) return null
  return { count: beyond.length, all: requests.length, longest, shortest }
}
