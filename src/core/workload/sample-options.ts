// Options for sampling from any dataset file.
import type { Repeats } from '#core/compat/compat-profile.ts'
import type { PythonRandom } from '#core/random/python-random.ts'
import type { SampledRequest } from './sampled-request.ts'

export type SampleOptions = Readonly<{
  /** Number of requests. */
  count: number
  seed: number
  shuffle: boolean
  /** How requests are repeated if the dataset has too few. */
  repeats: Repeats
  requestIdPrefix: string
  /** Generator of the whole benchmark; later draws continue from its state. */
  random: PythonRandom
}>

type OversampleOptions = Readonly<{
  count: number
  seed: number
  requestIdPrefix: string
  repeats: Repeats
  /** Reseeded if there is a choice. */
  random: PythonRandom
}>

type Requests = readonly SampledRequest[]

type RepeatTraits = Readonly<{
  choose: (requests: Requests, count: number, random: PythonRandom) => Requests
  /** All repeats have the last number, because that client repeated the same object. */
  shareNumbers: boolean
}>

/** Drawing many at once and one at a time give different results. */
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

/** Appends random repeats up to `count`, with consecutive numbers. */
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
