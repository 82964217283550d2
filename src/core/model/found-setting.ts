// Result of a tuning, stored with its sweep.
import { z } from 'zod'
import { figureLacks } from '#core/metrics/figure-lack.ts'

/** For each axis of the plan, the position of its setting. */
const choiceSchema = z.array(z.int())
const intervalSchema = z.object({ low: z.number(), high: z.number() })

const confirmedSchema = z.object({
  /** Requests per second or in flight. */
  capacity: z.number(),
  interval: intervalSchema,
  /** Log of the objective, when the objective is not capacity. */
  worth: z.object({ log: z.number(), interval: intervalSchema }).nullable(),
})

export const foundSettingSchema = z.object({
  kind: z.literal('setting'),
  /** Recommended setting; null if none met the limits. It is the default unless another is certainly better. */
  best: choiceSchema.nullable(),
  isBetter: z.boolean(),
  /** Capacity of the recommended setting with its 95 % interval; null if nothing was confirmed and no run brackets it. */
  capacity: confirmedSchema.nullable(),
  /** The default and the most promising other setting. */
  confirmation: z
    .object({
      challenger: choiceSchema,
      default: confirmedSchema,
      best: confirmedSchema,
      /** Challenger ÷ default − 1. */
      gain: z.object({ value: z.number(), interval: intervalSchema }),
      /** Probability that the challenger has the higher capacity. */
      chance: z.number(),
    })
    .nullable(),
  /** Nearly as good as the best, with fewer changed flags; null if there is none. */
  simplest: choiceSchema.nullable(),
  /** Probability that the recommended setting is the best measured one; null without one. */
  chance: z.number().nullable(),
  /** Settings with a known capacity. */
  known: z.int(),
  /** Difference of the default from itself; null if responses were not compared. */
  floor: z.object({ equal: z.number(), exact: z.int(), prompts: z.int() }).nullable(),
  /** Confirming runs of the recommended setting that lack a steady state; null if few do. */
  unsteady: z.object({ count: z.int(), runs: z.int() }).nullable(),
  /** Nothing was confirmed, and runs reached the limit of the client. */
  isClientLimited: z.boolean(),
  /** No GPU reported its power, which the objective needs. */
  lacksEnergy: z.boolean(),
  /** Limit whose metric no run showed, by position in the plan. */
  unknownLimit: z.object({ limit: z.int(), lack: z.enum(figureLacks) }).nullable(),
  /** No further runs will be measured. */
  hasEnded: z.boolean(),
  /** Interrupted, or a setting met the limits at every load: more runs can find an answer. */
  isOpen: z.boolean(),
})

export type FoundSetting = z.infer<typeof foundSettingSchema>
