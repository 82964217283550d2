// How to launch a server: its vLLM, arguments and environment. Contains names of secrets, never their values.
import { z } from 'zod'
import { epochMsSchema } from '#core/base/bounded-schemas.ts'
import * as features from '#core/flags/features.ts'
import type { LaunchFlags } from '#core/flags/flag.ts'
import { serveFlagValueSchema } from '#core/flags/serve-value.ts'
import { slurmJobSchema } from '#core/flags/slurm-job.ts'
import type { AllOf } from '#core/messages/template.ts'

/** Arguments of `vllm serve`: a model, and flags by name. Contains only what was set; vLLM's defaults apply to the rest. */
export const serveConfigSchema = z.object({
  /** Hugging Face id, or a path on the host. */
  model: z.string().min(1),
  /** By long name without dashes, in the order in which they are written. */
  flags: z.record(z.string(), serveFlagValueSchema).default({}),
  /** Arguments appended unchanged: flags that this version does not know. */
  rawArguments: z.array(z.string()).default([]),
})

export type ServeFlagValue = z.infer<typeof serveFlagValueSchema>
export type ServeConfig = z.infer<typeof serveConfigSchema>

export const serveRuntimeSchema = z.discriminatedUnion('kind', [
  /** A program: a name on the host's PATH, or a path. */
  z.object({ kind: z.literal('program'), program: z.string().min(1) }),
  /** Folder of a virtual environment created by venv, uv or conda. */
  z.object({ kind: z.literal('environment'), folder: z.string().min(1) }),
  z.object({
    kind: z.literal('docker'),
    /** Image whose entrypoint is `vllm serve`, like `vllm/vllm-openai`. */
    image: z.string().min(1),
    /** Docker options before the image, passed unchanged. */
    options: z.array(z.string().min(1)).default([]),
  }),
  /** Arguments that replace `vllm serve`. */
  z.object({ kind: z.literal('command'), words: z.array(z.string().min(1)).min(1) }),
])

const launchFeatures = Object.values<object>(features).filter(
  (each): each is LaunchFlags => 'ofLaunches' in each,
)

/** Launch flags of features, which read the values. */
export const featureLaunchFlags = Object.assign(
  {},
  ...launchFeatures.map(({ ofLaunches }) => ofLaunches),
) as object

/** Settings of features' launches; null unless set. */
export const featureSettings = Object.assign(
  {},
  ...launchFeatures.map(({ settings }) => settings),
) as AllOf<Extract<(typeof features)[keyof typeof features], LaunchFlags>['settings']> & object

const variableName = z.string().regex(/^[A-Za-z_]\w*$/, 'must be the name of a variable')

export const launchProfileSchema = z.object({
  name: z.string().min(1).max(200),
  runtime: serveRuntimeSchema.default({ kind: 'program', program: 'vllm' }),
  config: serveConfigSchema,
  /** Readable by every user of the host. */
  environment: z.record(variableName, z.string()).default({}),
  /** Variables whose values the user enters at every launch. */
  secretNames: z.array(variableName).default([]),
  /** Indices or UUIDs from nvidia-smi; null lets the server see all GPUs. */
  gpus: z.array(z.string().min(1)).min(1).nullable().default(null),
  /** Listen address. Any client that reaches it can use most endpoints. */
  address: z.string().min(1).default('127.0.0.1'),
  /** Null selects a free port. */
  port: z.int().min(1).max(65535).nullable().default(null),
  /** Null runs it on the host itself; else the host is a login node, and Slurm chooses the node. */
  job: slurmJobSchema.nullable().default(null),
  ...featureSettings,
  /** Counts from the start of the job. */
  readyTimeoutS: z.int().min(1).max(86_400).default(1800),
})

export const storedProfileSchema = z.object({
  id: z.string(),
  profile: launchProfileSchema,
  createdAtEpochMs: epochMsSchema,
  updatedAtEpochMs: epochMsSchema,
})

/** A difference between two profiles, each side as a user would write it; null if a side lacks it. */
export const profileDifferenceSchema = z.object({
  /** A setting, or a flag. */
  name: z.string(),
  isFlag: z.boolean(),
  first: z.string().nullable(),
  second: z.string().nullable(),
})

export type ServeRuntime = z.infer<typeof serveRuntimeSchema>
export type LaunchProfile = z.infer<typeof launchProfileSchema>
export type StoredProfile = z.infer<typeof storedProfileSchema>
export type ProfileDifference = z.infer<typeof profileDifferenceSchema>
