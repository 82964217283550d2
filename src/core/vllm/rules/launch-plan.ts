// A serve config together with what it is going to meet: the values rules ask for, read once.
import { z } from 'zod'
import type { ServeConfig } from '#core/model/server/serve-config.ts'
import { textSchema } from '#core/messages/text-schema.ts'
import type { FlagIndex } from '../flags/flag-index.ts'
import { humanNumber } from '../flags/read-serve-value.ts'
import type { ModelFacts } from '../model-facts.ts'

export type GpuMemory = Readonly<{ name: string; totalMiB: number; freeMiB: number }>

export type LaunchSurroundings = Readonly<{
  /** The GPUs that the server will see; null where the host did not report them. */
  gpus: readonly GpuMemory[] | null
  model: ModelFacts | null
  flagIndex: FlagIndex
  /** Of the installation; null where it is unknown. */
  version: string | null
  /** The samples of the catalogue; null where the installation itself listed its flags. */
  sampledVersions: readonly string[] | null
}>

export type LaunchPlan = Readonly<{ config: ServeConfig; surroundings: LaunchSurroundings }>

type Config = Pick<LaunchPlan, 'config'>

/** The number a flag was set to, `8k` as 8000; null where it was not set or is no number. */
export function numberSet({ config }: Config, name: string): number | null {
  const value = config.flags[name]
  if (typeof value === 'number') return value
  return typeof value === 'string' ? humanNumber(value) : null
}

/** The text a flag was set to; empty where it was not set or is no text. */
export function textSet({ config }: LaunchPlan, name: string): string {
  const value = config.flags[name]
  return typeof value === 'string' ? value : ''
}

export function parallelSize(plan: Config, kind: 'tensor' | 'pipeline' | 'data'): number {
  return numberSet(plan, `${kind}-parallel-size`) ?? 1
}

/** GPUs all its workers need together. */
export function workerCount(plan: Config): number {
  return parallelSize(plan, 'tensor') * parallelSize(plan, 'pipeline') * parallelSize(plan, 'data')
}

/** Ray and `--nnodes` spread workers over hosts we do not see. */
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

// The shape of a rule about launching, and of what it finds.
export const serveFindingSchema = z.object({
  /** The flag at fault, by name; `model` for the model, or a setting of the profile. */
  flag: z.string(),
  /** An error keeps vLLM from starting; a warning is for the reader to judge. */
  severity: z.enum(['error', 'warning']),
  /** One sentence, with the numbers in it. */
  message: textSchema,
  remedy: textSchema,
})

export type ServeFinding = Readonly<z.infer<typeof serveFindingSchema>>

export type LaunchRule<Situation> = Readonly<{
  flag: string
  severity: ServeFinding['severity']
  broken: (situation: Situation) => boolean
  /** Of a situation that breaks it. */
  says: (situation: Situation) => Pick<ServeFinding, 'message' | 'remedy'>
}>

export type ServeRule = LaunchRule<LaunchPlan>

export function findingsOf<Situation>(
  rules: readonly LaunchRule<Situation>[],
  situation: Situation,
): ServeFinding[] {
  return rules
    .filter(({ broken }) => broken(situation))
    .map(({ flag, severity, says }) => ({ flag, severity, ...says(situation) }))
}
