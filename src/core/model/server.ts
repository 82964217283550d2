// A server that receives requests: the built-in simulator, or one that already runs elsewhere.
import { z } from 'zod'
import { epochMsSchema } from '#core/base/bounded-schemas.ts'
import { httpUrl, serverAddress } from '#core/flags/flag.ts'
import { textSchema } from '#core/messages/text-schema.ts'
import { serveFlagValueSchema } from '#core/flags/serve-value.ts'
import { launchProfileSchema } from './launch-profile.ts'
import { launchViewSchema } from './launch.ts'
import { serverEngines } from './server-engine.ts'

export const simulatorSpecSchema = z.object({
  kind: z.literal('simulator'),
  /** Id of a GPU × model preset. */
  preset: z.string().min(1),
  /** Port to listen on; null selects a free one. */
  port: z.int().min(1).max(65535).nullable().default(null),
  /** Duration of the simulated start-up, in seconds. */
  startupS: z.number().min(0).max(600).default(4),
  seed: z.int().min(0).default(0),
  /** Speculative decoding; off if absent. */
  speculation: z
    .object({
      tokens: z.int().min(1).max(16),
      /** Probability that a drafted token is accepted if all earlier ones are. */
      acceptance: z.number().min(0).max(1),
    })
    .optional(),
  /** Chat models reason before they answer; off if absent. */
  reasoning: z
    .object({
      /** Share of output tokens in each response; with 1, reasoning never ends. */
      share: z.number().min(0).max(1),
    })
    .optional(),
  /** Rejects requests with 429, like a gateway; off if absent. */
  rejections: z
    .object({
      /** Share of requests, chosen by the seed. */
      share: z.number().min(0).max(1).default(0),
      /** Longest queue; null means no limit. */
      maxQueue: z.int().min(0).nullable().default(null),
      /** Retry-After in seconds; null omits the header. */
      retryAfterS: z.int().min(0).max(3600).nullable().default(null),
    })
    .optional(),
  /** Extra duration of each step: 0.05 is 5 %. For testing the detection of regressions. */
  slowdown: z.number().min(0).max(10).optional(),
  /** Names of LoRA adapters that it also serves. */
  loraModules: z.array(z.string().min(1)).optional(),
  /** Flags of `vllm serve` by long name, limited to those that its model uses. */
  flags: z.record(z.string(), serveFlagValueSchema).optional(),
})

/** Settings that affect its figures. */
export const simulatorSettingsSchema = simulatorSpecSchema.omit({
  ...{ kind: true, port: true, startupS: true },
})

export const attachedSpecSchema = z.object({
  kind: z.literal('attached'),
  baseUrl: serverAddress,
  /** Stated by the user, because the address does not show it. */
  gpuCount: z.int().min(1).max(4096).optional(),
  /** Exporters of its GPUs, and the GPUs that it uses; absent means all. */
  gpuMetricsUrl: z.array(httpUrl).min(1).optional(),
  gpuMetricsGpus: z.array(z.string().min(1)).min(1).optional(),
})

/** A server that we launched on a host. */
const launchedSpecSchema = z.object({
  kind: z.literal('launched'),
  hostId: z.string(),
  profile: launchProfileSchema,
  /** Its folder on the host; null until created. */
  launchId: z.string().nullable(),
})

export const serverSpecSchema = z.discriminatedUnion('kind', [
  simulatorSpecSchema,
  attachedSpecSchema,
  launchedSpecSchema,
])

/** Facts from the server's endpoints; stored with every run on it. */
export const serverFactsSchema = z.object({
  model: z.string(),
  maxModelLen: z.int().nullable(),
  version: z.string().nullable(),
  /** Absent if not recognised, and in earlier versions. */
  engine: z.enum(serverEngines).optional(),
  kvCacheTokens: z.int().nullable(),
  simulated: z.boolean(),
  /** Absent if neither the server nor the user states it. */
  gpuCount: z.int().positive().optional(),
  /** Settings of a simulator that was started from here; absent for other servers, and in earlier versions. */
  simulator: simulatorSettingsSchema.optional(),
  /** Present if the requested model is not in the server's list; `listed` is null if the server has no list. */
  unlisted: z.object({ listed: z.array(z.string()).nullable() }).optional(),
})

const stoppedSchema = z.object({ state: z.literal('stopped') })

const failedSchema = z.object({
  state: z.literal('failed'),
  message: textSchema,
  remedy: textSchema.nullable(),
  /** Some of its processes occupy the GPUs until it is stopped. */
  stillRuns: z.literal(true).optional(),
})

/** Exit of a launch; stored, because its host may be unreachable later. */
export const endedStateSchema = z.discriminatedUnion('state', [stoppedSchema, failedSchema])

const serverStateSchema = z.discriminatedUnion('state', [
  stoppedSchema,
  z.object({
    state: z.literal('starting'),
    /** Start-up phase as text, from its log. */
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
  /** It may still run on its host but is not monitored. */
  z.object({ state: z.literal('detached'), message: textSchema, remedy: textSchema.nullable() }),
  failedSchema,
])

export const serverSchema = z.object({
  id: z.string(),
  name: z.string(),
  spec: serverSpecSchema,
  state: serverStateSchema,
  /** Null unless it was launched on a host. */
  launch: launchViewSchema.nullable(),
  createdAtEpochMs: epochMsSchema,
})

/** A GPU × model pair that the simulator can imitate. */
export const simulatorPresetSchema = z.object({
  id: z.string(),
  gpu: z.string(),
  gpuCount: z.int(),
  model: z.string(),
  /** One line about the shape of its curve. */
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
