// How to launch a server: its vLLM, arguments and environment. Contains names of secrets, never their values.
import { z } from 'zod'
import { epochMsSchema } from '#core/base/bounded-schemas.ts'
import { slurmJobSchema } from '#core/flags/slurm-job.ts'

const itemSchema = z.union([z.string(), z.number()])

export const serveFlagValueSchema = z.union([
  z.boolean(),
  z.number(),
  z.string(),
  z.array(itemSchema),
  z.record(z.string(), z.json()),
])

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

/** Instances of one kind, each with its own GPUs. */
const poolSchema = z.object({
  instances: z.int().min(1).max(64).default(1),
  /** Flags of this pool only, which override the flags of the profile. */
  flags: z.record(z.string(), serveFlagValueSchema).default({}),
})

/** Router of the vLLM project; docs/hosts.md explains the placeholders. */
export const usualRouter =
  'vllm-router --vllm-pd-disaggregation --host {host} --port {port} --prometheus-port {metrics-port} --prefill {prefill-url} --decode {decode-url}'

/** One pool computes prompts, another generates; clients connect to the router in front. */
export const disaggregationSchema = z.object({
  prefill: poolSchema.prefault({}),
  decode: poolSchema.prefault({}),
  /** A command line with placeholders for the instances. */
  router: z.string().min(1).max(2000).default(usualRouter),
})

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
  /** Null runs one server for prompts and generation. */
  disaggregation: disaggregationSchema.nullable().default(null),
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
export type Disaggregation = z.infer<typeof disaggregationSchema>
export type StoredProfile = z.infer<typeof storedProfileSchema>
export type ProfileDifference = z.infer<typeof profileDifferenceSchema>
