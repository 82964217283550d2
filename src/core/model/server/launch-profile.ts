// How to launch a server: which vLLM, its arguments, its environment. Secrets are named here, never held.
import { z } from 'zod'
import { epochMsSchema } from '../bounded-schemas.ts'
import { serveConfigSchema, serveFlagValueSchema } from './serve-config.ts'
import { slurmJobSchema } from '../host/slurm-job.ts'

export const serveRuntimeSchema = z.discriminatedUnion('kind', [
  /** A program: a name on the PATH over there, or a path. */
  z.object({ kind: z.literal('program'), program: z.string().min(1) }),
  /** The folder of a virtual environment, as venv, uv or conda make them. */
  z.object({ kind: z.literal('environment'), folder: z.string().min(1) }),
  z.object({
    kind: z.literal('docker'),
    /** One whose entrance is `vllm serve`, as that of `vllm/vllm-openai` is. */
    image: z.string().min(1),
    /** Put before the image, as they are. */
    options: z.array(z.string().min(1)).default([]),
  }),
  /** The arguments that replace `vllm serve`. */
  z.object({ kind: z.literal('command'), words: z.array(z.string().min(1)).min(1) }),
])

/** Instances of one kind; each gets GPUs of its own. */
const poolSchema = z.object({
  instances: z.int().min(1).max(64).default(1),
  /** Of this pool alone, over those of the profile. */
  flags: z.record(z.string(), serveFlagValueSchema).default({}),
})

/** What vLLM's project ships; its placeholders are explained in docs/hosts.md. */
export const usualRouter =
  'vllm-router --vllm-pd-disaggregation --host {host} --port {port} --prometheus-port {metrics-port} --prefill {prefill-url} --decode {decode-url}'

/** Prompts are computed by one pool of instances and answered by another; a router in front is the server. */
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
  /** Variables whose values are asked for at every launch. */
  secretNames: z.array(variableName).default([]),
  /** Indices or UUIDs as nvidia-smi gives them; null lets the server see all. */
  gpus: z.array(z.string().min(1)).min(1).nullable().default(null),
  /** The address it listens on. Anyone who reaches it can use most of its endpoints. */
  address: z.string().min(1).default('127.0.0.1'),
  /** Null takes a free one. */
  port: z.int().min(1).max(65535).nullable().default(null),
  /** Null runs it on the host itself; else the host is where jobs are submitted, and Slurm chooses another. */
  job: slurmJobSchema.nullable().default(null),
  /** Null runs one server that does both. */
  disaggregation: disaggregationSchema.nullable().default(null),
  /** From when it begins to run. */
  readyTimeoutS: z.int().min(1).max(86_400).default(1800),
})

export const storedProfileSchema = z.object({
  id: z.string(),
  profile: launchProfileSchema,
  createdAtEpochMs: epochMsSchema,
  updatedAtEpochMs: epochMsSchema,
})

/** What two profiles say differently about one thing, each as a person would write it; null where it says nothing. */
export const profileDifferenceSchema = z.object({
  /** A setting, or a flag by its name. */
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
