// What no rule can tell of a run of a minute near the capacity: an overload that another server, with capacity to spare,
// answers with the same records, and a minute whose requests happen to ask for less than the capacity.
import { isDeepStrictEqual } from 'node:util'
import { latencyFigure } from '#core/judgement/known-figures.ts'
import type { Interval } from '#core/stats/certainty/interval.ts'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { shareText, type Asked } from './score.ts'
import { type Engine, engineOf, plain, twoPopulations, wide } from './engines.ts'
import { servedByBatches, type BatchingServer } from './batching-engine.ts'
import { capacityOf, longRun, runOn, trueFigure } from './known-truth.ts'
import type { Lengths } from './arrivals.ts'

const seconds = 60
const share = 1.05

export function* boundRows({ replications, seed }: Asked): Generator<string> {
  yield likeWithMorePlaces()
  yield withinCapacity()
  const more = named({ ...plain, mostRunning: 2 * plain.mostRunning })
  for (const requests of [1000, 4000])
    yield calmTail(engineOf('batching'), more, { share: 0.85, percentile: 99, requests })
  yield calmTail(
    engineOf('KV-limited'),
    { ...named(plain), name: 'a larger KV cache' },
    { share: 0.7, percentile: 95, requests: 400 },
  )

  /** Twice the places make no difference until all of the fewer are taken. */
  function likeWithMorePlaces(): string {
    const engine = engineOf('wide batches')
    const larger = { ...wide, mostRunning: 2 * wide.mostRunning }
    const rate = share * capacityOf(engine)
    const ofLarger = rate / capacityOf(named(larger), 2 * larger.mostRunning)
    const alike = countOf((at) => {
      const [one, other] = [engine, named(larger)].map((each) =>
        each.serve({ load: loadOf(rate), random: new NumpyRandomState(seed + at) }),
      )
      return isDeepStrictEqual(one, other)
    })
    return `${engine.name}, ${percent(share)} for ${seconds} s: the same as with ${larger.mostRunning} places, of whose capacity it is ${percent(ofLarger)}: ${shareText(alike, replications)}`
  }

  /** By the throughput of the same server at requests of this minute alone, again and again. */
  function withinCapacity(): string {
    const engine = engineOf('two populations')
    const rate = share * capacityOf(engine)
    const within = countOf((at) => {
      const drawn: ReturnType<Lengths['draw']>[] = []
      const recorded = { ...plain, lengths: recording(twoPopulations, drawn) }
      runOn(named(recorded), loadOf(rate), seed + at)
      let next = 0
      const again = { draw: () => drawn[next++ % drawn.length] ?? { prompt: 1, output: 1 } }
      return capacityOf(named({ ...plain, lengths: again })) >= rate
    })
    return `${engine.name}, ${percent(share)} for ${seconds} s: the server could serve what was asked in the time: ${shareText(within, replications)}`
  }

  /** Intervals of a tail of TTFT that miss the truth: is there a server of the same records whose truth they hold? */
  function calmTail(
    engine: Engine,
    larger: Engine,
    {
      share: part,
      percentile,
      requests,
    }: Readonly<{ share: number; percentile: number; requests: number }>,
  ): string {
    const rate = part * capacityOf(engine)
    const load = { rate, concurrency: 1, requests, warmUps: 60 }
    const tail = { metric: 'ttft', percentile } as const
    const [truth, largerTruth] = [engine, larger].map((each) =>
      trueFigure(longRun(each, rate, 8), tail),
    )
    const given = Array.from({ length: replications }, (_, at) => seed + at).flatMap((place) => {
      const interval = latencyFigure(runOn(engine, load, place).summary, tail)?.interval
      return interval ? { place, interval } : []
    })
    const missed = given.filter(({ interval }) => !isWithin(interval, truth))
    const alike = missed.filter(({ place }) => {
      const [one, other] = [engine, larger].map((each) =>
        each.serve({ load, random: new NumpyRandomState(place) }),
      )
      return isDeepStrictEqual(one, other)
    })
    const holding = alike.filter(({ interval }) => isWithin(interval, largerTruth)).length
    return `${engine.name}, ${percent(part)}, ${requests} requests: ${given.length} of ${replications} runs have a p${percentile} TTFT, ${missed.length} miss it; the same with ${larger.name} ${alike.length}, whose own ${holding} hold`
  }

  function countOf(holds: (at: number) => boolean): number {
    return Array.from({ length: replications }, (_, at) => holds(at)).filter(Boolean).length
  }
}

function isWithin({ low, high }: Interval, value = NaN): boolean {
  return low <= value && value <= high
}

function recording(lengths: Lengths, drawn: ReturnType<Lengths['draw']>[]): Lengths {
  return {
    draw: (random) => {
      const one = lengths.draw(random)
      drawn.push(one)
      return one
    },
  }
}

function named(server: BatchingServer): Engine {
  return {
    name: `at most ${server.mostRunning}`,
    serve: (options) => servedByBatches(server, options),
  }
}

function loadOf(rate: number) {
  return { rate, concurrency: 1, requests: Math.round(seconds * rate) }
}

function percent(value: number): string {
  return `${Math.round(100 * value)} %`
}
