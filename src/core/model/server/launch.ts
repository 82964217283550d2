// A server that was launched on a host: what its folder over there says, and what is known of its start.
import { z } from 'zod'
import { epochMsSchema } from '../bounded-schemas.ts'
import { gpuProcessSchema } from '../host/host-facts.ts'
import { launchProfileSchema } from './launch-profile.ts'
import { poolKinds } from './pool-kind.ts'
import { jobStateSchema } from '../host/slurm-job.ts'

// What a starting server's log says about it; kept with the server and with the runs made on it.
const startupFactsSchema = z.object({
  version: z.string(),
  architecture: z.string(),
  maxModelLen: z.int(),
  maxNumBatchedTokens: z.int(),
  attentionBackend: z.string(),
  downloadS: z.number(),
  /** Of each GPU. */
  weightsGiB: z.number(),
  loadS: z.number(),
  compileS: z.number(),
  /** Whether the compiled graph came from an earlier start. */
  isCompileCached: z.boolean(),
  kvCacheGiB: z.number(),
  kvCacheTokens: z.int(),
  /** Requests of full length that fit the KV cache. */
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
  /** The one that was taken where the profile names none. */
  port: z.int(),
  /** As a person would write it; no secrets. */
  command: z.string(),
  /** Of a prefill/decode pair, in the order of their start; the port above is that of their router. */
  instances: z
    .array(z.object({ name: z.string(), pool: z.enum(poolKinds), port: z.int() }))
    .optional(),
})

const sessionMemberSchema = z.object({
  pid: z.int(),
  /** As `ps` names it. */
  name: z.string(),
})

const launchStatusSchema = z.object({
  /** The shell that leads the session and sees the end of the server. */
  isLeaderAlive: z.boolean(),
  /** The process of vLLM itself. */
  isServerAlive: z.boolean(),
  /** How the server ended; null while it runs or where its end was not observed. */
  end: z
    .object({
      code: z.int(),
      atEpochMs: epochMsSchema,
      /** The one that ended first, of several: a rank by its number and node, an instance or the router by name. */
      part: z.object({ label: z.string(), node: z.string().nullable() }).optional(),
    })
    .nullable(),
  /** Whether a user stopped it. */
  wasStopped: z.boolean(),
  logBytes: z.int(),
  /** Processes of the session besides its leader. */
  members: z.array(sessionMemberSchema),
  /** Null for one that is no job of a cluster. */
  job: jobStateSchema.nullable(),
})

/** How requests get there. */
const reachSchema = z.object({
  /** Through the SSH connection, which adds to every latency. */
  isForwarded: z.boolean(),
  /** Of a small request on an open connection, measured; null before it was. */
  roundTripMs: z.object({ median: z.number(), max: z.number(), samples: z.int() }).nullable(),
})

const stopReportSchema = z.object({
  /** The last step that was needed. */
  step: z.enum(['already-gone', 'server-terminated', 'session-terminated', 'session-killed']),
  /** What is still there, if not even killing helped. */
  leftovers: z.array(sessionMemberSchema),
  /** Other processes that hold memory of its GPUs; they are not touched. Absent until checked. */
  gpuUsers: z.array(gpuProcessSchema).optional(),
})

/** A launch as a window shows it. */
export const launchViewSchema = z.object({
  launch: launchSchema,
  hostName: z.string(),
  /** In the order they were entered; the last is the current one. */
  phases: z.array(z.object({ phase: z.enum(startupPhases), atEpochMs: epochMsSchema })),
  /** Share of the current phase, 0–1; null where the log does not show it. */
  phaseProgress: z.number().nullable(),
  startup: startupFactsSchema.partial(),
  /** From the launch until it answered its first request. */
  startedInMs: z.number().nullable(),
  firstRequestMs: z.number().nullable(),
  reach: reachSchema.nullable(),
  /** Why it failed, as far as its log shows. */
  failure: z.object({ id: z.string(), title: z.string(), line: z.string() }).nullable(),
  stop: stopReportSchema.nullable(),
})

const runInstanceSchema = z.object({
  name: z.string(),
  pool: z.enum(poolKinds),
  /** Requests it runs at once at most; null where no flag sets it. */
  slots: z.int().nullable(),
})

/** What a run was measured on, kept with it. */
export const runLaunchSchema = z.object({
  launchId: z.string(),
  hostName: z.string(),
  command: z.string(),
  startup: startupFactsSchema.partial(),
  startedInMs: z.number().nullable(),
  reach: reachSchema.nullable(),
  /** Of a prefill/decode pair. */
  instances: z.array(runInstanceSchema).optional(),
  gpus: z.array(z.string()),
  driverVersion: z.string().nullable(),
})

/** A launch found on a host. */
export const foundLaunchSchema = z.object({
  launch: launchSchema,
  status: launchStatusSchema,
  /** The server it is in the list; null where it is in none. */
  serverId: z.string().nullable(),
})

export type Launch = z.infer<typeof launchSchema>
export type SessionMember = z.infer<typeof sessionMemberSchema>
export type LaunchStatus = z.infer<typeof launchStatusSchema>
export type Reach = z.infer<typeof reachSchema>
export type StopReport = z.infer<typeof stopReportSchema>
export type LaunchView = z.infer<typeof launchViewSchema>
export type RunInstance = z.infer<typeof runInstanceSchema>
export type RunLaunch = z.infer<typeof runLaunchSchema>
export type FoundLaunch = z.infer<typeof foundLaunchSchema>
