// The knee of a curve as it is stored and as every surface prints it. Rules: core/sweep/knee.ts.
import { z } from 'zod'
import { benchmarkFieldsSchema } from '#core/flags/benchmark-fields.ts'

const kneeLoadSchema = z.object({
  requestRate: benchmarkFieldsSchema.shape.requestRate,
  maxConcurrency: z.int().nullable(),
})

/** A measured load and its position along the curve. */
const kneePlaceSchema = z.object({ position: z.int(), load: kneeLoadSchema })

const noKneeReasons = [
  'nothing-measured',
  'burst',
  'not-usable',
  /** The run's own limit on requests in flight bound at every load. */
  'held-back',
  'too-short',
] as const

export const kneeSchema = z.discriminatedUnion('kind', [
  /** `low` and `high`, which are surely worse, enclose the knee. */
  z.object({
    kind: z.literal('at'),
    at: kneePlaceSchema,
    low: kneePlaceSchema,
    high: kneePlaceSchema,
  }),
  /**
   * The loads skip the knee: among loads whose pace was kept, power is greatest at `best`, and the server fell behind
   * at `high`.
   */
  z.object({
    kind: z.literal('between'),
    low: kneePlaceSchema,
    best: kneePlaceSchema,
    high: kneePlaceSchema,
    /** Loads between `best` and `high` without usable figures, if any. */
    unusable: z.int().optional(),
  }),
  z.object({
    kind: z.literal('beyond'),
    last: kneePlaceSchema,
    /** Heavier loads were measured, but none gave usable figures. */
    unusableAbove: z.boolean(),
  }),
  z.object({ kind: z.literal('below'), first: kneePlaceSchema }),
  z.object({
    kind: z.literal('none'),
    why: z.enum(noKneeReasons),
    /** Recommended duration of each load, if runs are too short. */
    wantedS: z.number().nullable(),
  }),
])

export type KneeLoad = Readonly<z.infer<typeof kneeLoadSchema>>
export type KneePlace = Readonly<z.infer<typeof kneePlaceSchema>>
export type Knee = Readonly<z.infer<typeof kneeSchema>>
export type NoKneeReason = (typeof noKneeReasons)[number]
