// A server requests can be sent to: the built-in simulator, or one that already runs somewhere.
import { z } from 'zod'
import { epochMsSchema } from '../bounded-schemas.ts'
import { httpUrl } from '../../flags/value-schemas.ts'
import { textSchema } from '../../messages/text-schema.ts'
import { launchProfileSchema } from './launch-profile.ts'
import { launchViewSchema } from './launch.ts'
import { serverEngines } from './server-engine.ts'
import { serveFlagValueSchema } from './serve-config.ts'
import { serverAddress } from '#core/flags/value-schemas.ts'

export const simulatorSpecSchema = z.object({
  kind: z.literal('simulator'),
  /** Id of a GPU × model preset. */
  preset: z.string().min(1),
  /** Port to listen on; null takes a free one. */
  port: z.int().min(1).max(65535).nullable().default(null),
  /** How long the pretended start-up takes, in seconds. */
  startupS: z.number().min(0).max(600).default(4),
  seed: z.int().min(0).default(0),
  /** Drafts a few tokens ahead; off without it. */
  speculation: z
    .object({
      tokens: z.int().min(1).max(16),
      /** Chance that a drafted token is kept, once those before it are. */
      acceptance: z.number().min(0).max(1),
    })
    .optional(),
  /** Chat models reason before they answer; none without it. */
  reasoning: z
    .object({
      /** Of the output tokens of each response; 1 never reaches an answer. */
      share: z.number().min(0).max(1),
    })
    .optional(),
  /** Rejects requests with 429, as a gateway does; none without it. */
  rejections: z
    .object({
      /** Of the requests, drawn from the seed. */
      share: z.number().min(0).max(1).default(0),
      /** Requests may wait up to this number; null is no limit. */
      maxQueue: z.int().min(0).nullable().default(null),
      /** What Retry-After asks for, in seconds; null leaves the header out. */
      retryAfterS: z.int().min(0).max(3600).nullable().default(null),
    })
    .optional(),
  /** How much longer each step takes than its model says: 0.05 is 5 %. To try what finds a regression. */
  slowdown: z.number().min(0).max(10).optional(),
  /** Names of LoRA adapters it answers to as well. */
  loraModules: z.array(z.string().min(1)).optional(),
  /** Of `vllm serve`, by long name, as far as they mean something to its model. */
  flags: z.record(z.string(), serveFlagValueSchema).optional(),
})

export const attachedSpecSchema = z.object({
  kind: z.literal('attached'),
  baseUrl: serverAddress,
  /** As the user states; its address does not reveal it. */
  gpuCount: z.int().min(1).max(4096).optional(),
  /** Exporters of its GPUs, and those of their GPUs that it uses; all without. */
  gpuMetricsUrl: z.array(httpUrl).min(1).optional(),
  gpuMetricsGpus: z.array(z.string().min(1)).min(1).optional(),
})

/** One that we started on a host. */
const launchedSpecSchema = z.object({
  kind: z.literal('launched'),
  hostId: z.string(),
  profile: launchProfileSchema,
  /** Its folder over there; null until it is made. */
  launchId: z.string().nullable(),
})

export const serverSpecSchema = z.discriminatedUnion('kind', [
  simulatorSpecSchema,
  attachedSpecSchema,
  launchedSpecSchema,
])

/** What the endpoints say about a server; kept with every run made on it. */
export const serverFactsSchema = z.object({
  model: z.string(),
  maxModelLen: z.int().nullable(),
  version: z.string().nullable(),
  /** Left out where it was not recognised, and by earlier versions. */
  engine: z.enum(serverEngines).optional(),
  kvCacheTokens: z.int().nullable(),
  simulated: z.boolean(),
  /** Left out where neither the server nor the user states it. */
  gpuCount: z.int().positive().optional(),
  /** Of a model that is requested but not listed; null where the server has no list. */
  unlisted: z.object({ listed: z.array(z.string()).nullable() }).optional(),
})

const stoppedSchema = z.object({ state: z.literal('stopped') })

const failedSchema = z.object({
  state: z.literal('failed'),
  message: textSchema,
  remedy: textSchema.nullable(),
  /** Something of it holds its GPUs until it is stopped. */
  stillRuns: z.literal(true).optional(),
})

/** How a launch ended; stored, because its host may be unreachable the next time. */
export const endedStateSchema = z.discriminatedUnion('state', [stoppedSchema, failedSchema])

const serverStateSchema = z.discriminatedUnion('state', [
  stoppedSchema,
  z.object({
    state: z.literal('starting'),
    /** The start-up phase in words, as read from its log. */
    phase: textSchema,
    /** Progress of the whole start, 0–1; null when unknown. */
    progress: z.number().nullable(),
    sinceEpochMs: epochMsSchema,
  }),
  z.object({
    state: z.literal('ready'),
    baseUrl: z.string(),
    facts: serverFactsSchema,
    sinceEpochMs: epochMsSchema,
  }),
  z.object({ state: z.literal('stopping'), sinceEpochMs: epochMsSchema }),
  /** It may still run on its host, but nothing here watches it. */
  z.object({ state: z.literal('detached'), message: textSchema, remedy: textSchema.nullable() }),
  failedSchema,
])

export const serverSchema = z.object({
  id: z.string(),
  name: z.string(),
  spec: serverSpecSchema,
  state: serverStateSchema,
  /** Null for one that was not launched on a host. */
  launch: launchViewSchema.nullable(),
  createdAtEpochMs: epochMsSchema,
})

/** A GPU × model pair the simulator can pretend to be. */
export const simulatorPresetSchema = z.object({
  id: z.string(),
  gpu: z.string(),
  gpuCount: z.int(),
  model: z.string(),
  /** One line for the list: what its curve looks like. */
  description: textSchema,
  maxModelLen: z.int(),
  kvCacheTokens: z.int(),
  maxNumSeqs: z.int(),
  maxNumBatchedTokens: z.int(),
})

export type SimulatorSpec = z.infer<typeof simulatorSpecSchema>
export type LaunchedSpec = z.infer<typeof launchedSpecSchema>
export type AttachedSpec = z.infer<typeof attachedSpecSchema>
export type ServerFacts = z.infer<typeof serverFactsSchema>
export type EndedState = z.infer<typeof endedStateSchema>
export type ServerState = z.infer<typeof serverStateSchema>
export type Server = z.infer<typeof serverSchema>
export type SimulatorPreset = z.infer<typeof simulatorPresetSchema>
