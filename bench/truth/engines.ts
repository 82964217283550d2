// The servers of this bench, each of known behaviour; capacities are measured by long runs (known-truth.ts).
import type { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import type { Lengths, ServeOptions } from './arrivals.ts'
import { servedByBatches, type BatchingServer } from './batching-engine.ts'
import { servedByQueue, type QueueServer } from './queue-engine.ts'
import { servedInTurns, type TurnTakingServer } from './turn-taking-engine.ts'

export type Engine = Readonly<{
  name: string
  serve: (options: ServeOptions) => MeasuredRequest[]
}>

function lognormal(random: NumpyRandomState, median: number, spread: number): number {
  return Math.max(1, Math.round(median * Math.exp(spread * random.gaussian())))
}

export function spreadLengths(prompt: number, output: number, spread: number): Lengths {
  return {
    draw: (random) => ({
      prompt: lognormal(random, prompt, spread),
      output: Math.min(20 * output, lognormal(random, output, spread)),
    }),
  }
}

/** One request in ten is ten times as long. */
export const twoPopulations: Lengths = {
  draw: (random) => {
    const factor = random.double() < 0.1 ? 10 : 1
    return {
      prompt: factor * lognormal(random, 150, 0.3),
      output: factor * lognormal(random, 25, 0.3),
    }
  },
}

export const plain: BatchingServer = {
  lengths: spreadLengths(256, 64, 0.4),
  stepS: { alone: 0.012, perRequest: 0.0004, perPromptToken: 0.00003 },
  mostRunning: 64,
  promptTokensPerStep: 2048,
  kvTokens: 200_000,
  noise: 0.05,
  memory: 0.9,
}

/** Hundreds at a time; answers of several seconds. */
export const wide: BatchingServer = {
  ...plain,
  lengths: spreadLengths(500, 200, 0.5),
  stepS: { alone: 0.02, perRequest: 0.0001, perPromptToken: 0.00001 },
  mostRunning: 512,
  promptTokensPerStep: 8192,
  kvTokens: 2_000_000,
}

export const lognormalQueue: QueueServer = {
  lengths: spreadLengths(128, 40, 0.4),
  servers: 1,
  serviceS: (random) => 0.05 * Math.exp(0.8 * random.gaussian() - 0.32),
  firstShare: 0.3,
}

export const severalServers: QueueServer = {
  ...lognormalQueue,
  servers: 8,
  serviceS: (random, tokens) => (0.4 * tokens * Math.exp(0.2 * random.gaussian())) / 40,
}

export const promptsFirst: TurnTakingServer = {
  lengths: spreadLengths(400, 100, 0.4),
  freeShareForPrompts: 0,
  promptStepS: { alone: 0.008, perToken: 0.00004, perTokenSquared: 0 },
  decodeStepS: { alone: 0.014, perRequest: 0.0002, perContextToken: 1e-7 },
  places: 96,
  promptTokensPerStep: 8192,
  noise: 0.03,
}

export const longPromptsInChunks: BatchingServer = {
  ...plain,
  lengths: spreadLengths(1500, 80, 0.5),
  promptTokensPerStep: 512,
}

const stopping = {
  batching: plain,
  'wide batches': wide,
  'two populations': { ...plain, lengths: twoPopulations },
  'KV-limited': { ...plain, kvTokens: 6000 },
} as const satisfies Readonly<Record<string, BatchingServer>>

function batching(name: string, server: BatchingServer): Engine {
  return { name, serve: (options) => servedByBatches(server, options) }
}

function queueing(name: string, server: QueueServer): Engine {
  return { name, serve: (options) => servedByQueue(server, options) }
}

function turnTaking(name: string, server: TurnTakingServer): Engine {
  return { name, serve: (options) => servedInTurns(server, options) }
}

/** Slower by this share after a minute, steadily. */
export function drifting(sharePerMinute: number): BatchingServer {
  return { ...plain, slowness: (atS) => 1 + (sharePerMinute * atS) / 60 }
}

export const stalling: BatchingServer = { ...plain, stalls: { perS: 1 / 120, lastS: 3 } }

/** Finds more of each prompt in its prefix cache, the more requests it has served. */
export const warming: BatchingServer = {
  ...plain,
  stepS: { ...plain.stepS, perPromptToken: 0.0001 },
  computedShare: (served) => 0.3 + 0.7 * Math.exp(-served / 200),
}

export function driftingEngine(sharePerMinute: number): Engine {
  return batching(`drifts by ${100 * sharePerMinute} % a minute`, drifting(sharePerMinute))
}

export const steadyEngines: readonly Engine[] = [
  queueing('G/G/1', lognormalQueue),
  queueing('G/G/8', severalServers),
  batching('batching', plain),
  batching('wide batches', wide),
  batching('KV-limited', { ...plain, kvTokens: 6000 }),
  batching('two populations', { ...plain, lengths: twoPopulations }),
]

/** No rule was chosen with these. */
export const otherEngines: readonly Engine[] = [
  batching('long prompts in chunks', longPromptsInChunks),
  turnTaking('prompts first', promptsFirst),
  turnTaking('decode first', { ...promptsFirst, freeShareForPrompts: 0.25 }),
]

/** So many places that hardly any request waits for another, and services with a heavy tail. */
export const independentEngine = queueing('independent, heavy tails', {
  ...lognormalQueue,
  servers: 64,
  serviceS: (random) => 0.5 * Math.exp(1.2 * random.gaussian()),
})

/** KV caches that hold about as many requests as their names say, usually fewer than the server has places for. */
export const cacheEngines: readonly Engine[] = [
  batching('cache of 40', { ...plain, kvTokens: 12_500 }),
  batching('cache of 140', { ...plain, kvTokens: 44_000, mostRunning: 512 }),
  batching('cache of 19 long prompts', {
    ...plain,
    lengths: spreadLengths(1500, 64, 0.4),
    kvTokens: 30_000,
  }),
]

/** Few requests a minute, whose prompts of very different lengths take seconds. */
export const longPromptsEngine = batching('long prompts', {
  ...plain,
  lengths: spreadLengths(5000, 100, 1),
  stepS: { ...plain.stepS, perPromptToken: 0.00012 },
  kvTokens: 2_000_000,
})

/** Healthy, but silent for seconds at a time: long prompts computed whole before all else, and services of seconds. */
export const silentEngines: readonly Engine[] = [
  turnTaking('whole prompts of 30,000 tokens', {
    ...promptsFirst,
    lengths: spreadLengths(30_000, 100, 0.6),
    promptStepS: { alone: 0.008, perToken: 0.00004, perTokenSquared: 4e-10 },
  }),
  turnTaking('one prompt in thirty of 60,000 tokens', {
    ...promptsFirst,
    lengths: {
      draw: (random) => {
        const { prompt, output } = promptsFirst.lengths.draw(random)
        return { prompt: random.double() < 1 / 30 ? 60_000 : prompt, output }
      },
    },
    promptStepS: { alone: 0.008, perToken: 0.00004, perTokenSquared: 4e-10 },
  }),
  queueing('services of 5 s', {
    ...lognormalQueue,
    serviceS: (random) => 5 * Math.exp(0.5 * random.gaussian()),
  }),
  queueing('services of 5 s, three at a time', {
    ...lognormalQueue,
    servers: 3,
    serviceS: (random) => 5 * Math.exp(0.5 * random.gaussian()),
  }),
]

/** Unlike all others; no rule was chosen with these. */
export const oddEngines: readonly Engine[] = [
  batching('half as fast for 2 s of every 20', {
    ...plain,
    slowTimes: { everyS: 20, lastS: 2, factor: 2 },
  }),
  batching('latest first', { ...plain, newestFirst: true }),
  batching('speculative', {
    ...plain,
    stepS: { ...plain.stepS, alone: 0.03 },
    tokensPerStep: (random) => (random.double() < 0.6 ? 1 : 5),
  }),
  batching('prefix cache that evicts', {
    ...plain,
    stepS: { ...plain.stepS, perPromptToken: 0.0001 },
    computedShare: (served) => (served % 400 < 80 ? 1 : 0.2),
  }),
]

/** Serves half of its load until a replica joins after 30 s. */
export const scalingEngine = queueing('a replica joins after 30 s', {
  ...severalServers,
  servers: 4,
  later: { servers: 4, fromS: 30 },
})

/** Serves three quarters of its load at 150 % of the places that are left. */
export const losingEngine = queueing('loses half of its places after 30 s', {
  ...severalServers,
  lost: { servers: 4, fromS: 30 },
})

export const quickeningEngine = batching('twice as fast after 30 s', {
  ...plain,
  slowness: (atS) => (atS < 30 ? 2 : 1),
})

/** Refuses what exceeds 15 requests a second, though the server has capacity to spare. */
export const rateLimitedEngine = batching('gateway of 15 requests/s', {
  ...plain,
  bucket: { perS: 15, most: 20 },
})

/** Each refuses requests when its queue is full, and is named with the engine that has its capacity. */
export const refusingEngines: readonly Readonly<{ base: string; engine: Engine }>[] = [
  { base: 'G/G/1', engine: queueing('G/G/1, 20 wait', { ...lognormalQueue, mostWaiting: 20 }) },
  { base: 'G/G/8', engine: queueing('G/G/8, 8 wait', { ...severalServers, mostWaiting: 8 }) },
  { base: 'batching', engine: batching('batching, 32 wait', { ...plain, mostWaiting: 32 }) },
  { base: 'batching', engine: batching('batching, none waits', { ...plain, mostWaiting: 1 }) },
]

/** Stops now and then for this long. */
export function stoppingEngine(base: keyof typeof stopping, lastS: number): Engine {
  return batching(`${base}, stopping`, { ...stopping[base], stalls: { perS: 1 / 20, lastS } })
}

export const stallingEngine = batching('stalls of 3 s', stalling)

export const warmingEngine = batching('prefix cache warming', warming)

export function engineOf(name: string): Engine {
  const all = [...steadyEngines, ...otherEngines, ...cacheEngines, ...oddEngines]
  const found = all.find((engine) => engine.name === name)
  if (found === undefined) throw new RangeError(`There is no engine "${name}".`)
  return found
}
