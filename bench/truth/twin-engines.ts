// Thirteen servers for the twin, none of them the simulator and none of them the engine that a twin assumes: some nearly
// are, some schedule otherwise, and some are such that a twin should refuse them.
import type { Lengths } from './arrivals.ts'
import { servedByBatches, type BatchingServer } from './batching-engine.ts'
import {
  lognormalQueue,
  plain,
  severalServers,
  spreadLengths,
  twoPopulations,
  wide,
  type Engine,
} from './engines.ts'
import { servedByQueue, type QueueServer } from './queue-engine.ts'
import { servedInTurns, type TurnTakingServer } from './turn-taking-engine.ts'

export type TwinEngine = Readonly<{
  name: string
  /** Lengths times `factor`. */
  engine: (factor: number) => Engine
  /** As /metrics of the server states it. */
  kvTokens: number | null
}>

function scaled(lengths: Lengths, factor: number): Lengths {
  return {
    draw: (random) => {
      const { prompt, output } = lengths.draw(random)
      return { prompt: Math.round(factor * prompt), output: Math.round(factor * output) }
    },
  }
}

function batching(name: string, server: BatchingServer): TwinEngine {
  return {
    name,
    kvTokens: server.kvTokens,
    engine: (factor) => ({
      name,
      serve: (options) =>
        servedByBatches({ ...server, lengths: scaled(server.lengths, factor) }, options),
    }),
  }
}

function turnTaking(name: string, server: TurnTakingServer): TwinEngine {
  return {
    name,
    kvTokens: null,
    engine: (factor) => ({
      name,
      serve: (options) =>
        servedInTurns({ ...server, lengths: scaled(server.lengths, factor) }, options),
    }),
  }
}

function queueing(name: string, server: QueueServer): TwinEngine {
  return {
    name,
    kvTokens: null,
    engine: (factor) => ({
      name,
      serve: (options) =>
        servedByQueue({ ...server, lengths: scaled(server.lengths, factor) }, options),
    }),
  }
}

const promptsFirst: TurnTakingServer = {
  lengths: spreadLengths(400, 100, 0.4),
  freeShareForPrompts: 0,
  promptStepS: { alone: 0.008, perToken: 0.00004, perTokenSquared: 0 },
  decodeStepS: { alone: 0.014, perRequest: 0.0002, perContextToken: 1e-7 },
  places: 96,
  promptTokensPerStep: 8192,
  noise: 0.03,
}

export const twinEngines: readonly TwinEngine[] = [
  batching('batching', plain),
  batching('wide batches', wide),
  batching('KV-limited', { ...plain, kvTokens: 6000 }),
  batching('two populations', { ...plain, lengths: twoPopulations }),
  batching('long prompts in chunks', {
    ...plain,
    lengths: spreadLengths(1500, 80, 0.5),
    promptTokensPerStep: 512,
  }),
  turnTaking('prompts first', promptsFirst),
  turnTaking('decode first', { ...promptsFirst, freeShareForPrompts: 0.25 }),
  turnTaking('prompts first, quadratic', {
    ...promptsFirst,
    lengths: spreadLengths(1200, 100, 0.4),
    promptStepS: { alone: 0.008, perToken: 0.00004, perTokenSquared: 1.5e-8 },
  }),
  queueing('G/G/1', lognormalQueue),
  queueing('G/G/8', severalServers),
  batching('drifts by 40 % a minute', { ...plain, slowness: (atS) => 1 + (0.4 * atS) / 60 }),
  batching('prefix cache warming', {
    ...plain,
    stepS: { ...plain.stepS, perPromptToken: 0.0001 },
    computedShare: (served) => 0.3 + 0.7 * Math.exp(-served / 200),
  }),
  batching('stalls of 3 s', { ...plain, stalls: { perS: 1 / 120, lastS: 3 } }),
]
