// A serve config with its environment: values for the rules, parsed once.
import { z } from 'zod'
import type { ServeConfig } from '#core/model/launch-profile.ts'
import { textSchema } from '#core/messages/text-schema.ts'
import type { FlagIndex } from '../flag-index.ts'
import { humanNumber } from '../read-serve-value.ts'
import type { ModelFacts } from '../model-facts.ts'

export type GpuMemory = Readonly<{ name: string; totalMiB: number; freeMiB: number }>

export type LaunchSurroundings = Readonly<{
  /** GPUs visible to the server; null if the host did not report them. */
  gpus: readonly GpuMemory[] | null
  model: ModelFacts | null
  flagIndex: FlagIndex
  /** Version of the installation; null if unknown. */
  version: string | null
  /** Samples of the catalogue; null if the installation itself listed its flags. */
  sampledVersions: readonly string[] | null
}>

export type LaunchPlan = Readonly<{ config: ServeConfig; surroundings: LaunchSurroundings }>

type Config = Pick<LaunchPlan, 'config'>

/** Number set by a flag, with `8k` as 8000; null if not set or not a number. */
export function numberSet({ config }: Config, name: string): number | null {
  const value = config.flags[name]
  if (typeof value === 'number') return value
  return typeof value === 'string' ? humanNumber(value) : null
}

/** Text set by a flag; empty if not set or not text. */
export function textSet({ config }: LaunchPlan, name: string): string {
  const value = config.flags[name]
  return typeof value === 'string' ? value : ''
}

export function parallelSize(plan: Config, kind: 'tensor' | 'pipeline' | 'data'): number {
  return numberSet(plan, `${kind}-parallel-size`) ?? 1
}

/** Total GPUs of all its workers. */
export function workerCount(plan: Config): number {
  return parallelSize(plan, 'tensor') * parallelSize(plan, 'pipeline') * parallelSize(plan, 'data')
}

/** Ray and `--nnodes` distribute workers over hosts that are not visible here. */
export function spansHosts(plan: Config): boolean {
  const { flags } = plan.config
  return (
    flags['distributed-executor-backend'] === 'ray' ||
    flags['data-parallel-backend'] === 'ray' ||
    (numberSet(plan, 'nnodes') ?? 1) > 1
  )
}

/** vLLM's default; 0.90 before 0.21. */
const usualMemoryUtilization = 0.92

export function memoryUtilization(plan: LaunchPlan): number {
  return numberSet(plan, 'gpu-memory-utilization') ?? usualMemoryUtilization
}

/** A finding of a launch rule. */
export const serveFindingSchema = z.object({
  /** Flag at fault, by name; `model` for the model, or a setting of the profile. */
  flag: z.string(),
  /** An error prevents vLLM from starting; a warning needs the user's judgement. */
  severity: z.enum(['error', 'warning']),
  /** One sentence with its numbers. */
  message: textSchema,
  remedy: textSchema,
})

export type ServeFinding = Readonly<z.infer<typeof serveFindingSchema>>

export type LaunchRule<Situation> = Readonly<{
  flag: string
  /** If absent, an error. */
  severity?: ServeFinding['severity']
  broken: (situation: Situation) => boolean
  /** Texts for a situation that breaks the rule. */
  says: (situation: Situation) => Pick<ServeFinding, 'message' | 'remedy'>
}>

export type ServeRule = LaunchRule<LaunchPlan>

export function findingsOf<Situation>(
  rules: readonly LaunchRule<Situation>[],
  situation: Situation,
): ServeFinding[] {
  return rules
    .filter(({ broken }) => broken(situation))
    .map(({ flag, severity = 'error', says }) => ({ flag, severity, ...says(situation) }))
}

/** A part of a GPU: `MIG-UUID`, or `MIG-GPU-UUID/1/0` of older drivers. Queries of nvidia-smi omit its memory. */
export function isMigDevice(gpu: string): boolean {
  return gpu.startsWith('MIG-')
}
