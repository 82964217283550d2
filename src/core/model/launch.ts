// A server launched on a host: contents of its folder there, and facts about its start.
import { z } from 'zod'
import { epochMsSchema } from '#core/base/bounded-schemas.ts'
import { gpuProcessSchema } from './host-facts.ts'
import { launchProfileSchema } from './launch-profile.ts'
import { poolKinds } from './pool-kind.ts'
import { jobStateSchema } from '#core/flags/slurm-job.ts'

/** Facts from the log of a starting server, stored with the server and with its runs. */
const startupFactsSchema = z.object({
  version: z.string(),
  architecture: z.string(),
  maxModelLen: z.int(),
  maxNumBatchedTokens: z.int(),
  attentionBackend: z.string(),
  downloadS: z.number(),
  /** Per GPU. */
  weightsGiB: z.number(),
  loadS: z.number(),
  compileS: z.number(),
  /** Whether the compiled graph came from an earlier start. */
  isCompileCached: z.boolean(),
  kvCacheGiB: z.number(),
  kvCacheTokens: z.int(),
  /** Number of full-length requests that fit into the KV cache. */
  maxConcurrency: z.number(),
  graphCaptureS: z.number(),
  graphsGiB: z.number(),
  initS: z.number(),
})

export const startupPhases = [
  'image',
  'import',
  'boot',
  'config',
  'engine',
  'weights',
  'compile',
  'profile',
  'kv-cache',
  'graphs',
  'opening',
] as const

export type StartupPhase = (typeof startupPhases)[number]
export type StartupFacts = Partial<z.infer<typeof startupFactsSchema>>

export const launchSchema = z.object({
  id: z.string().regex(/^[a-z0-9-]+$/),
  createdAtEpochMs: epochMsSchema,
  profile: launchProfileSchema,
  /** Port in use, even if the profile names none. */
  port: z.int(),
  /** Command as a user would type it, without secrets. */
  command: z.string(),
  /** Instances of a prefill/decode pair, in start order; the port above is the router's. */
  instances: z
    .array(z.object({ name: z.string(), pool: z.enum(poolKinds), port: z.int() }))
    .optional(),
})

const sessionMemberSchema = z.object({
  pid: z.int(),
  /** Process name from `ps`. */
  name: z.string(),
})

const launchStatusSchema = z.object({
  /** The shell that leads the session and records the server's exit. */
  isLeaderAlive: z.boolean(),
  /** The vLLM process. */
  isServerAlive: z.boolean(),
  /** How the server ended; null while it runs or if its end was not observed. */
  end: z
    .object({
      code: z.int(),
      atEpochMs: epochMsSchema,
      /** First part to end: a rank by number and node, an instance or the router by name. */
      part: z.object({ label: z.string(), node: z.string().nullable() }).optional(),
    })
    .nullable(),
  /** Whether a user stopped it. */
  wasStopped: z.boolean(),
  logBytes: z.int(),
  /** Processes of the session besides its leader. */
  members: z.array(sessionMemberSchema),
  /** Null unless it is a cluster job. */
  job: jobStateSchema.nullable(),
})

/** Network path of requests. */
const reachSchema = z.object({
  /** Forwarded through the SSH connection, which adds to every latency. */
  isForwarded: z.boolean(),
  /** Measured round trip of a small request on an open connection; null before the measurement. */
  roundTripMs: z.object({ median: z.number(), max: z.number(), samples: z.int() }).nullable(),
})

const stopReportSchema = z.object({
  /** Last step that was necessary. */
  step: z.enum(['already-gone', 'server-terminated', 'session-terminated', 'session-killed']),
  /** Processes that survived even SIGKILL. */
  leftovers: z.array(sessionMemberSchema),
  /** Other processes that hold memory of its GPUs; never ended. Absent until checked. */
  gpuUsers: z.array(gpuProcessSchema).optional(),
})

/** A launch as a window shows it. */
export const launchViewSchema = z.object({
  launch: launchSchema,
  hostName: z.string(),
  /** Phases in order; the last is the current one. */
  phases: z.array(z.object({ phase: z.enum(startupPhases), atEpochMs: epochMsSchema })),
  /** Progress of the current phase, 0–1; null if the log does not show it. */
  phaseProgress: z.number().nullable(),
  startup: startupFactsSchema.partial(),
  /** From the launch to the first response. */
  startedInMs: z.number().nullable(),
  firstRequestMs: z.number().nullable(),
  reach: reachSchema.nullable(),
  /** Cause of the failure, as far as its log shows. */
  failure: z.object({ id: z.string() }).nullable(),
  stop: stopReportSchema.nullable(),
})

const runInstanceSchema = z.object({
  name: z.string(),
  pool: z.enum(poolKinds),
  /** Maximum number of concurrent requests; null unless a flag sets it. */
  slots: z.int().nullable(),
})

/** Launch of a run's server, stored with the run. */
export const runLaunchSchema = z.object({
  launchId: z.string(),
  hostName: z.string(),
  command: z.string(),
  startup: startupFactsSchema.partial(),
  startedInMs: z.number().nullable(),
  reach: reachSchema.nullable(),
  /** Instances of a prefill/decode pair. */
  instances: z.array(runInstanceSchema).optional(),
  gpus: z.array(z.string()),
  driverVersion: z.string().nullable(),
})

export const foundLaunchSchema = z.object({
  launch: launchSchema,
  status: launchStatusSchema,
  /** Id in the list of servers; null if not listed. */
  serverId: z.string().nullable(),
})

export type Launch = z.infer<typeof launchSchema>
export type SessionMember = z.infer<typeof sessionMemberSchema>
export type LaunchStatus = z.infer<typeof launchStatusSchema>
export type Reach = z.infer<typeof reachSchema>
export type StopReport = z.infer<typeof stopReportSchema>
export type LaunchView = z.infer<typeof launchViewSchema>
export type RunLaunch = z.infer<typeof runLaunchSchema>
export type FoundLaunch = z.infer<typeof foundLaunchSchema>
