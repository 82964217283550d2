// What a host says about itself: hardware, who uses it, and which vLLM is there. Null is what it did not say.
import { z } from 'zod'
import { epochMsSchema } from '../bounded-schemas.ts'
import { textSchema } from '../../messages/text-schema.ts'

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
  /** The program, or the image. */
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
  /** Of the disk that models are kept on. */
  modelCache: z.object({ path: z.string(), totalMiB: amount, freeMiB: amount }),
  /** Hub ids of the models that are there. */
  cachedModels: z.array(z.string()),
  gpus: z.array(gpuSchema),
  /** Why there are no GPUs to show; null where there are. */
  gpuProblem: textSchema.nullable(),
  cudaVersion: z.string().nullable(),
  /** The matrix of links between GPUs, as nvidia-smi draws it. */
  gpuTopology: z.string().nullable(),
  gpuProcesses: z.array(gpuProcessSchema),
  installations: z.array(installationSchema),
  /** Jobs of Slurm can be submitted there. */
  hasSlurm: z.boolean().default(false),
})

export type Gpu = z.infer<typeof gpuSchema>
export type GpuProcess = z.infer<typeof gpuProcessSchema>
export type Installation = z.infer<typeof installationSchema>
export type HostFacts = z.infer<typeof hostFactsSchema>

// What a host reports about running an image: whether Docker is usable, the image there, GPUs available.
export type ContainerFacts = Readonly<{
  /** Why docker cannot be used, in its own words; null where it can. */
  problem: string | null
  isImageThere: boolean
  /** What a registry said of an image that is not there; null where it has it, or was not asked. */
  registryProblem: string | null
  /** Compressed bytes still to pull; null where unknown. */
  downloadMiB: number | null
  /** Of the disk that images are kept on. */
  freeMiB: number | null
  canGiveGpus: boolean
}>

// Why a host cannot start the program of a launch.
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
