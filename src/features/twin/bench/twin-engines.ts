// Fourteen servers for the twin. None is the simulator or the engine that a twin assumes: some are close to it, some schedule
// differently, and a twin should refuse the rest.
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import type { Lengths, ServeOptions } from '../../../../bench/truth/arrivals.ts'
import { servedByBatches, type BatchingServer } from '../../../../bench/truth/batching-engine.ts'
import {
  drifting,
  type Engine,
  lognormalQueue,
  longPromptsInChunks,
  plain,
  promptsFirst,
  severalServers,
  spreadLengths,
  stalling,
  twoPopulations,
  warming,
  wide,
} from '../../../../bench/truth/engines.ts'
import { servedByQueue } from '../../../../bench/truth/queue-engine.ts'
import { servedInTurns, type TurnTakingServer } from '../../../../bench/truth/turn-taking-engine.ts'

export type TwinEngine = Readonly<{
  name: string
  /** The server with its lengths multiplied by `factor`. */
  engine: (factor: number) => Engine
  /** KV cache size in its /metrics; null for none. */
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

type Serve<Server> = (server: Server, options: ServeOptions) => MeasuredRequest[]

function twinEngine<Server extends Readonly<{ lengths: Lengths; kvTokens?: number }>>(
  serve: Serve<Server>,
  name: string,
  server: Server,
): TwinEngine {
  return {
    name,
    kvTokens: server.kvTokens ?? null,
    engine: (factor) => ({
      name,
      serve: (options) => serve({ ...server, lengths: scaled(server.lengths, factor) }, options),
    }),
  }
}

function batching(name: string, server: BatchingServer): TwinEngine {
  return twinEngine(servedByBatches, name, server)
}

function turnTaking(name: string, server: TurnTakingServer): TwinEngine {
  return twinEngine(servedInTurns, name, server)
}

export const twinEngines: readonly TwinEngine[] = [
  batching('batching', plain),
  batching('wide batches', wide),
  batching('KV-limited', { ...plain, kvTokens: 6000 }),
  batching('two populations', { ...plain, lengths: twoPopulations }),
  batching('long prompts in chunks', longPromptsInChunks),
  batching('memory-bound, then compute-bound', {
    ...plain,
    stepS: { alone: 0.016, perRequest: 0.00002, perPromptToken: 0, perToken: 0.0004 },
  }),
  turnTaking('prompts first', promptsFirst),
  turnTaking('decode first', { ...promptsFirst, freeShareForPrompts: 0.25 }),
  turnTaking('prompts first, quadratic', {
    ...promptsFirst,
    lengths: spreadLengths(1200, 100, 0.4),
    promptStepS: { alone: 0.008, perToken: 0.00004, perTokenSquared: 1.5e-8 },
  }),
  twinEngine(servedByQueue, 'G/G/1', lognormalQueue),
  twinEngine(servedByQueue, 'G/G/8', severalServers),
  batching('drifts by 40 % a minute', drifting(0.4)),
  batching('prefix cache warming', warming),
  batching('stalls of 3 s', stalling),
]
