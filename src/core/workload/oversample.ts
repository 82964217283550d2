// Fills a workload that came out smaller than asked by repeating random requests of it.
import { PythonRandom } from '#core/random/python-random.ts'
import type { SampledRequest } from './sampled-request.ts'

export type OversampleOptions = Readonly<{ count: number; seed: number; requestIdPrefix: string }>

/** The requests followed by random repeats up to `count`, each under an id of its own. */
export function oversample(
  requests: readonly SampledRequest[],
  { count, seed, requestIdPrefix }: OversampleOptions,
): SampledRequest[] {
  if (requests.length >= count) return [...requests]
  const random = new PythonRandom(seed)
  const repeats = Array.from({ length: count - requests.length }, (_, index) => ({
    ...random.choice(requests),
    requestId: `${requestIdPrefix}${requests.length + index}`,
  }))
  return [...requests, ...repeats]
}
