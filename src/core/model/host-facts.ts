// Facts that a host reports: hardware, its users, installed vLLM versions. Null if not reported.
import { z } from 'zod'
import { epochMsSchema } from '#core/base/bounded-schemas.ts'
import { textSchema } from '#core/messages/text-schema.ts'

const amount = z.number().nullable()

const gpuSchema = z.object({
  index: z.int(),
  uuid: z.string(),
  name: z.string(),
  driverVersion: z.string().nullable(),
  computeCapability: z.string().nullable(),
  memoryTotalMiB: amount,
  memoryUsedMiB: amount,
  utilizationPercent: amount,
  powerW: amount,
  powerLimitW: amount,
  temperatureC: amount,
  smClockMhz: amount,
  maxSmClockMhz: amount,
})

export const gpuProcessSchema = z.object({
  gpuUuid: z.string(),
  pid: z.int(),
  name: z.string(),
  memoryUsedMiB: amount,
  owner: z.string().nullable(),
})

export const installationSchema = z.object({
  kind: z.enum(['path', 'environment', 'image']),
  /** Path of the program, or the image. */
  place: z.string(),
  version: z.string().nullable(),
})

export const hostFactsSchema = z.object({
  takenAtEpochMs: epochMsSchema,
  hostname: z.string(),
  user: z.string(),
  system: z.string(),
  cpuName: z.string().nullable(),
  cpuCount: z.int().nullable(),
  load1: amount,
  memoryTotalMiB: amount,
  memoryAvailableMiB: amount,
  /** Disk of the model cache. */
  modelCache: z.object({ path: z.string(), totalMiB: amount, freeMiB: amount }),
  /** Hugging Face ids of cached models. */
  cachedModels: z.array(z.string()),
  gpus: z.array(gpuSchema),
  /** Why no GPUs are listed; null if there are any. */
  gpuProblem: textSchema.nullable(),
  cudaVersion: z.string().nullable(),
  /** Matrix of links between GPUs, as nvidia-smi prints it. */
  gpuTopology: z.string().nullable(),
  gpuProcesses: z.array(gpuProcessSchema),
  installations: z.array(installationSchema),
  /** The host accepts Slurm jobs. */
  hasSlurm: z.boolean().default(false),
})

export type Gpu = z.infer<typeof gpuSchema>
export type GpuProcess = z.infer<typeof gpuProcessSchema>
export type Installation = z.infer<typeof installationSchema>
export type HostFacts = z.infer<typeof hostFactsSchema>

/** Result of checking a host for an image: Docker, the image itself, available GPUs. */
export type ContainerFacts = Readonly<{
  /** Docker's own error message; null if Docker is usable. */
  problem: string | null
  isImageThere: boolean
  /** Registry's error about a missing image; null if the registry has it or was not queried. */
  registryProblem: string | null
  /** Compressed bytes that remain to be pulled; null if unknown. */
  downloadMiB: number | null
  /** Free space on the disk of Docker images. */
  freeMiB: number | null
  canGiveGpus: boolean
}>

/** Reasons that a host cannot start the program of a launch. */
export const programProblemKinds = [
  'missing',
  'not-executable',
  'no-interpreter',
  'no-vllm',
] as const

export type ProgramProblem = Readonly<{
  kind: (typeof programProblemKinds)[number]
  /** The program that is missing or unusable, or the interpreter without vLLM. */
  program: string
}>
