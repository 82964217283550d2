// What no rule can tell of a run of a minute near the capacity: an overload that another server, with capacity to spare,
// answers with the same records, and a minute whose requests happen to ask for less than the capacity.
import { isDeepStrictEqual } from 'node:util'
import { latencyFigure } from '#core/judgement/known-figures.ts'
import type { Interval } from '#core/stats/certainty/interval.ts'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { judgeRun } from '#core/judgement/judge-run.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import { shareText, standardDeviation, type Asked } from './score.ts'
import {
  type Engine,
  engineOf,
  lognormalQueue,
  plain,
  severalServers,
  twoPopulations,
  wide,
} from './engines.ts'
import type { QueueServer } from './queue-engine.ts'
import { servedByBatches, type BatchingServer } from './batching-engine.ts'
import { capacityOf, longRun, runOn, trueFigure } from './known-truth.ts'
import type { Lengths } from './arrivals.ts'

const seconds = 60
const share = 1.05

/** Server time of one request, in seconds, while all of the server's places are taken. */
const work: Readonly<Record<string, (request: MeasuredRequest) => number>> = {
  'two populations': workOfBatches(plain),
  'wide batches': workOfBatches(wide),
  batching: workOfBatches(plain),
  'G/G/1': workOfQueue(lognormalQueue),
  'G/G/8': workOfQueue(severalServers),
}

export function* boundRows({ replications, seed, only }: Asked): Generator<string> {
  for (const [place, name] of Object.keys(work).entries())
    if (only === null || only === place) yield toldByWork(engineOf(name), work[name])
  if (only !== null) return
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

  /**
   * A rule that knows the exact work of every request and the capacity: how many overloads it can name if it names one in twenty
   * runs at 95 % of the capacity. The judgement of the same runs beside it.
   */
  function toldByWork(engine: Engine, workOf: (typeof work)[string] = () => NaN): string {
    const capacity = capacityOf(engine)
    const [light, near, over] = [0.85, 0.95, share].map((part) => {
      const load = loadOf(part * capacity)
      return Array.from({ length: replications }, (_, at) => {
        const requests = engine.serve({ load, random: new NumpyRandomState(seed + at) })
        const done = requests.reduce((sum, request) => sum + workOf(request), 0)
        const isNamed = judgeRun(runOn(engine, load, seed + at))?.isSaturated === true
        return { work: done / seconds, isNamed }
      })
    })
    if (!light || !near || !over) throw new RangeError('Three loads are compared.')
    const ofTwenty = (runs: typeof near, place: number) => {
      const sorted = runs.map((run) => run.work).sort((one, other) => one - other)
      return sorted[Math.round((place / 20) * (replications - 1))] ?? NaN
    }
    const beyond = (runs: typeof near, least: number) =>
      shareText(runs.filter((run) => run.work > least).length, replications)
    const named = (runs: typeof near) =>
      shareText(runs.filter((run) => run.isNamed).length, replications)
    const spread = standardDeviation(over.map((run) => run.work))
    const [ofNear, ofOver] = [ofTwenty(near, 19), ofTwenty(over, 1)]
    return [
      `${engine.name}, ${percent(share)} for ${seconds} s: the work varies by ${(100 * spread).toFixed(1)} %`,
      `above the capacity ${beyond(over, 1)}, at 95 % ${beyond(near, 1)}`,
      `by the work, with one in twenty of 95 % (above ${ofNear.toFixed(3)}): ${beyond(over, ofNear)}`,
      `to name 19 in 20 (above ${ofOver.toFixed(3)}): at 95 % ${beyond(near, ofOver)}, at 85 % ${beyond(light, ofOver)}`,
      `judged saturated ${named(over)}, at 95 % ${named(near)}, at 85 % ${named(light)}`,
    ].join(' | ')
  }

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

function workOfBatches({ stepS, mostRunning }: BatchingServer): (typeof work)[string] {
  const perTokenS = stepS.alone / mostRunning + stepS.perRequest
  return ({ promptTokens, outputTokens }) =>
    promptTokens * stepS.perPromptToken + outputTokens * perTokenS
}

function workOfQueue({ servers, firstShare }: QueueServer): (typeof work)[string] {
  return ({ latencyS, ttftS }) => (latencyS - ttftS) / (1 - firstShare) / servers
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
