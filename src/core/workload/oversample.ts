// Fills a workload that came out smaller than asked by repeating random requests of it.
import type { Repeats } from '#core/model/eras/era.ts'
import type { PythonRandom } from '#core/random/python-random.ts'
import type { SampledRequest } from './sampled-request.ts'

export type OversampleOptions = Readonly<{
  count: number
  seed: number
  requestIdPrefix: string
  repeats: Repeats
  /** Seeded anew where there is something to choose. */
  random: PythonRandom
}>

type ChooseRepeats = (
  requests: readonly SampledRequest[],
  count: number,
  random: PythonRandom,
) => readonly SampledRequest[]

/** Choosing many at once and one after the other draw differently. */
const chosen: Readonly<Record<Exclude<Repeats, 'none'>, ChooseRepeats>> = {
  choices: (requests, count, random) => random.choices(requests, count),
  choice: (requests, count, random) => Array.from({ length: count }, () => random.choice(requests)),
}

/** The requests followed by random repeats up to `count`, each under an id of its own. */
export function oversample(
  requests: readonly SampledRequest[],
  { count, seed, requestIdPrefix, repeats, random }: OversampleOptions,
): SampledRequest[] {
  if (requests.length >= count || repeats === 'none') return [...requests]
  random.reseed(seed)
  const added = chosen[repeats](requests, count - requests.length, random)
  const numbered = added.map((request, index) => ({
    ...request,
    requestId: `${requestIdPrefix}${requests.length + index}`,
  }))
  return [...requests, ...numbered]
}
