// What sampling from a file takes, whichever dataset it holds.
import type { Repeats } from '#core/compat/compat-profile.ts'
import type { PythonRandom } from '#core/random/python-random.ts'
import type { SampledRequest } from './sampled-request.ts'

export type SampleOptions = Readonly<{
  /** Requests wanted. */
  count: number
  seed: number
  shuffle: boolean
  /** How requests are repeated when the dataset holds too few. */
  repeats: Repeats
  requestIdPrefix: string
  /** Of the whole benchmark: later draws continue from its state. */
  random: PythonRandom
}>

// Fills a workload that came out smaller than asked by repeating random requests of it.
type OversampleOptions = Readonly<{
  count: number
  seed: number
  requestIdPrefix: string
  repeats: Repeats
  /** Reseeded where there is something to choose. */
  random: PythonRandom
}>

type Requests = readonly SampledRequest[]

type RepeatTraits = Readonly<{
  choose: (requests: Requests, count: number, random: PythonRandom) => Requests
  /** Repeats of one request were one and the same to that client, so the last number was that of all. */
  shareNumbers: boolean
}>

/** Choosing many at once and one after the other draw differently. */
const traits: Readonly<Record<Exclude<Repeats, 'none'>, RepeatTraits>> = {
  choices: {
    choose: (requests, count, random) => random.choices(requests, count),
    shareNumbers: true,
  },
  choice: {
    choose: (requests, count, random) =>
      Array.from({ length: count }, () => random.choice(requests)),
    shareNumbers: false,
  },
}

/** The requests followed by random repeats up to `count`, numbered on. */
export function oversample(
  requests: Requests,
  { count, seed, requestIdPrefix, repeats, random }: OversampleOptions,
): SampledRequest[] {
  if (requests.length >= count || repeats === 'none') return [...requests]
  random.reseed(seed)
  const { choose, shareNumbers } = traits[repeats]
  const chosen = choose(requests, count - requests.length, random)
  const lastPositions = new Map(chosen.map((request, position) => [request, position]))
  const numbered = chosen.map((request, position) => {
    const counted = shareNumbers ? (lastPositions.get(request) ?? position) : position
    return { ...request, requestId: `${requestIdPrefix}${requests.length + counted}` }
  })
  return [...requests, ...numbered]
}
