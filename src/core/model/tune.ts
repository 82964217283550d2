// Tuning of a sweep: server flags whose settings it chooses during the sweep, and its budget.
import { z } from 'zod'
import { serveConfigSchema, serveFlagValueSchema } from './serve-config.ts'

const tunedFlagSchema = z.object({
  /** By setting of its axis: null if a setting is no number, or the default is unknown. */
  numbers: z.array(z.number().nullable()),
  /** Values form a ratio scale. */
  isScale: z.boolean(),
  /** The flag has an effect only if the flag of another axis has one of these settings; null for always. */
  onlyIf: z.object({ axis: z.int().min(0), settings: z.array(z.int().min(0)).min(1) }).nullable(),
})

/** Budget; null for no limit. Exploration ends early enough for the confirmation. */
const tuneBudgetSchema = z.object({
  gpuMinutes: z.number().positive().nullable(),
  runs: z.int().min(10).nullable(),
  minutes: z.number().positive().nullable(),
})

/**
 * A load, output tokens per second and GPU, cost per token, or energy per token; all at the highest load within limits.
 */
export const tuneObjectives = ['capacity', 'tokens-per-gpu', 'cost', 'energy'] as const

export const tuneSchema = z.object({
  objective: z.enum(tuneObjectives).default('capacity'),
  /** One per axis of the plan, whose first setting is the default. */
  flags: z.array(tunedFlagSchema).min(1),
  budget: tuneBudgetSchema,
  /** Other server flags, from its profile; settings are added to them. */
  base: z.record(z.string(), serveFlagValueSchema),
  /** Launch arguments of the server without the setting; null if unknown. */
  served: serveConfigSchema.nullable().default(null),
  /** GPUs of the server, unless a flag of the setting determines them. */
  gpus: z.int().min(1),
  /** Maximum GPUs of a setting; null if unknown. */
  gpusThere: z.int().min(1).nullable().default(null),
  /** Greedy prompts whose responses are compared with the default's for every setting; null compares none. */
  answers: z
    .object({
      prompts: z.int().min(1).max(100),
      /** Tokens per response. */
      tokens: z.int().min(1).max(1000),
      /** Tokens before the first difference ÷ tokens; a setting below it is dropped. Null only reports them. */
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
