// What a sweep tunes: flags of the server whose settings it chooses on the way, and how much it may spend on them.
import { z } from 'zod'
import { serveConfigSchema, serveFlagValueSchema } from '../server/serve-config.ts'

const tunedFlagSchema = z.object({
  /** By setting of its axis, for numbers: null where a setting is no number, or the default is not known. */
  numbers: z.array(z.number().nullable()),
  /** Whether its values are alike by their ratio, and so lie on a scale. */
  isScale: z.boolean(),
  /** The flag has an effect only while that of another axis has one of these settings; null for always. */
  onlyIf: z.object({ axis: z.int().min(0), settings: z.array(z.int().min(0)).min(1) }).nullable(),
})

/** The most that may be spent; null for no limit. Exploring ends early enough for the confirmation. */
const tuneBudgetSchema = z.object({
  gpuMinutes: z.number().positive().nullable(),
  runs: z.int().min(10).nullable(),
  minutes: z.number().positive().nullable(),
})

/** A load, output tokens per second and GPU, money per token, or energy per token; all at the highest load within limits. */
export const tuneObjectives = ['capacity', 'tokens-per-gpu', 'cost', 'energy'] as const

export const tuneSchema = z.object({
  objective: z.enum(tuneObjectives).default('capacity'),
  /** One for each axis of the plan, whose first setting is the default. */
  flags: z.array(tunedFlagSchema).min(1),
  budget: tuneBudgetSchema,
  /** Flags of the server besides, as its profile has them: what a setting is added to. */
  base: z.record(z.string(), serveFlagValueSchema),
  /** What the server is launched as, without the setting; null where that is not known. */
  served: serveConfigSchema.nullable().default(null),
  /** GPUs of the server where no flag of the setting determines them. */
  gpus: z.int().min(1),
  /** GPUs that a setting may use at most; null where that is not known. */
  gpusThere: z.int().min(1).nullable().default(null),
  /** Greedy prompts that every setting responds to, as the default does; null compares none. */
  answers: z
    .object({
      prompts: z.int().min(1).max(100),
      /** Of each response. */
      tokens: z.int().min(1).max(1000),
      /** Tokens before the first difference ÷ tokens; a setting below it is left out. Null only reports them. */
      leastEqual: z.number().min(0).max(1).nullable(),
    })
    .nullable()
    .default(null),
})

/** Why a point of a tuning was measured. */
export const tuneStages = ['explore', 'refine', 'confirm'] as const

export type Tune = z.infer<typeof tuneSchema>
export type TunedFlag = Tune['flags'][number]
export type TuneBudget = z.infer<typeof tuneBudgetSchema>
export type TuneObjective = (typeof tuneObjectives)[number]
export type TuneStage = (typeof tuneStages)[number]
