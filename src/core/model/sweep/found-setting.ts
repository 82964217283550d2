// What a tuning found, as it is stored with its sweep.
import { z } from 'zod'
import { figureLacks } from '../../metrics/figure-lack.ts'

/** For each axis of the plan, the position of its setting. */
const choiceSchema = z.array(z.int())
const intervalSchema = z.object({ low: z.number(), high: z.number() })

const confirmedSchema = z.object({
  /** Requests per second or in flight. */
  capacity: z.number(),
  interval: intervalSchema,
  /** Of what is maximised, where that is not the capacity; logarithms. */
  worth: z.object({ log: z.number(), interval: intervalSchema }).nullable(),
})

export const foundSettingSchema = z.object({
  kind: z.literal('setting'),
  /** The setting to use; null where none held the limits. The default, unless another is surely better. */
  best: choiceSchema.nullable(),
  isBetter: z.boolean(),
  /** Of the setting to use, with its 95 % interval; null where nothing was confirmed and no run encloses it. */
  capacity: confirmedSchema.nullable(),
  /** The default and the other setting that promised most. */
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
  /** Nearly as good as the best, with fewer flags changed; null where there is none. */
  simplest: choiceSchema.nullable(),
  /** That the setting to use is the best of those measured; null where there is none. */
  chance: z.number().nullable(),
  /** Settings whose capacity is known. */
  known: z.int(),
  /** How far the default differs from itself; null where answers were not compared. */
  floor: z.object({ equal: z.number(), exact: z.int(), prompts: z.int() }).nullable(),
  /** Of the runs that confirm the setting to use, those of which the server was not in its steady state; null where few are. */
  unsteady: z.object({ count: z.int(), runs: z.int() }).nullable(),
  /** Nothing was confirmed, and runs show what the client can do. */
  isClientLimited: z.boolean(),
  /** No GPU reported its power, which the objective needs. */
  lacksEnergy: z.boolean(),
  /** No run showed the figure of this limit, by position in the plan. */
  unknownLimit: z.object({ limit: z.int(), lack: z.enum(figureLacks) }).nullable(),
  /** No further runs will be measured. */
  hasEnded: z.boolean(),
  /** It has not run to its end, or a setting held the limits at every load: more runs can find an answer. */
  isOpen: z.boolean(),
})

export type FoundSetting = z.infer<typeof foundSettingSchema>
