// Loads chosen during a sweep from earlier results, the answer of the search, and the knee of a curve.
import { z } from 'zod'
import { figureLacks } from '#core/metrics/figure-lack.ts'
import { reasonCodes } from './run/judgement.ts'
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
  /** The run's own limit on requests in flight was reached at every load. */
  'held-back',
  'too-short',
] as const

const kneeSchema = z.discriminatedUnion('kind', [
  /** `low` and `high`, both certainly worse, bracket the knee. */
  z.object({
    kind: z.literal('at'),
    at: kneePlaceSchema,
    low: kneePlaceSchema,
    high: kneePlaceSchema,
  }),
  /**
   * The loads skip the knee: of the loads that the server sustained, power is greatest at `best`, and the server fell behind at
   * `high`.
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
    /** Higher loads were measured, but none gave usable figures. */
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

/** Load that the search varies: requests per second, or requests in flight. */
export const searchedLoads = ['requestRate', 'maxConcurrency'] as const

const searchFields = {
  over: z.enum(searchedLoads).default('requestRate'),
  /** First load, low enough to serve requests one by one. */
  from: z.number().positive().default(1),
  /** Maximum load. */
  upTo: z.number().positive().default(4096),
  /** Maximum number of runs, repeats included. */
  mostRuns: z.int().min(3).max(200).default(15),
}

/** Shares of the result. */
export const precisionBounds = { least: 0.005, most: 0.5 }

export const sweepSearchSchema = z.discriminatedUnion('kind', [
  /** From serial to saturated, with more points at the bend of the curve. */
  z.object({ kind: z.literal('curve'), ...searchFields }),
  /** The highest load that meets every limit of the plan. */
  z.object({
    kind: z.literal('capacity'),
    ...searchFields,
    /** Stops when the relative error of the answer is within this. */
    precision: z.number().min(precisionBounds.least).max(precisionBounds.most).default(0.05),
  }),
])

/** Reason that a search requested a load. */
export const searchReasons = [
  'lightest',
  'expected',
  'doubling',
  'lowering',
  'bisecting',
  'repeating',
  'bending',
  'filling',
  'saturating',
] as const

const loadIntervalSchema = z.object({ low: z.number(), high: z.number() })

export const searchEndings = [
  /** The answer is as precise as requested. */
  'precise',
  /** Every load up to the maximum met its limits, or the curve was still rising there. */
  'not-saturated',
  /** The server saturated while every limit was still met, so the limits do not determine the capacity. */
  'limit-not-binding',
  /** The run's own limit on requests in flight was reached while every limit was still met. */
  'held-back',
  /** Even the lowest load broke a limit. */
  'never-held',
  /** The highest load within the limits is too low for a limit on a metric that improves with load. */
  'not-together',
  /** The runs lack the metric of a limit. */
  'not-known',
  'budget-used-up',
  /** Repeats of one load disagree about its limits. */
  'noisy',
  /** Runs that decide the answer are not usable, so there is none. */
  'not-usable',
  /** Every allowed load was measured, and the knee is not between them. */
  'no-knee',
  /** Our own client was the bottleneck. */
  'client-limited',
  /** A run failed or was abandoned. */
  'ended',
] as const

/** Maximum throughput ÷ latency, or maximum distance from the straight line between the ends of the curve. */
const kneeRules = ['power', 'distance'] as const

const capacityAnswerSchema = z.object({
  kind: z.literal('capacity'),
  /** Highest load that met every limit; null if none did, or its runs are not usable. */
  highestHeld: z.number().nullable(),
  /** No load surely met every limit; absent if one did. */
  isUnsure: z.literal(true).optional(),
  /** Neighbouring load with unusable runs, and the reasons, worst first; absent if there is none. */
  unusable: z
    .object({
      load: z.number(),
      reasons: z.array(z.enum(reasonCodes)),
      /** Whether every limit was met there. Absent from answers of earlier versions, which assessed no other load. */
      held: z.boolean().default(true),
    })
    .optional(),
  /** Limit whose metric no run reported, by position in the plan, and why; absent if there is none. */
  unknown: z.object({ limit: z.int(), lack: z.enum(figureLacks) }).optional(),
  /**
   * Lowest load above it that broke a limit, and the limit exceeded most, by position in the plan. Null if no limit broke, but
   * the server fell behind or requests failed.
   */
  firstBroken: z
    .object({
      load: z.number(),
      limit: z.int().nullable(),
      /** Implicit requirement that failed; `full` if the server refused the requests that got no response. Absent from answers of earlier versions, like the next field. */
      unasked: z.enum(['answers', 'full', 'pace', 'in-flight']).optional(),
      /** Measured value there: ms or a share, with its 95 % interval. */
      figure: z.object({ value: z.number(), interval: loadIntervalSchema }).optional(),
    })
    .nullable(),
  /** Load at which the limit is met, by a monotone fit through all runs. */
  estimate: z.number().nullable(),
  interval: loadIntervalSchema.nullable(),
  runs: z.int(),
  /** Further runs that would probably give the requested precision; absent if unknown. */
  moreRuns: z.int().optional(),
  ending: z.enum(searchEndings),
})

const curveAnswerSchema = z.object({
  kind: z.literal('curve'),
  /** Position of the knee, as every surface prints it. Absent from answers of earlier versions. */
  found: kneeSchema.optional(),
  /** Load at the knee; null if no measured load is at the knee. */
  knee: z.number().nullable(),
  /** Loads that bracket it. */
  interval: loadIntervalSchema.nullable(),
  /** Rule that determined it. */
  rule: z.enum(kneeRules),
  /** Load at the knee by the other rule; null if that rule finds none, or one that is saturated or not usable. */
  secondOpinion: z.number().nullable().default(null),
  runs: z.int(),
  ending: z.enum(searchEndings),
})

export const searchAnswerSchema = z.discriminatedUnion('kind', [
  capacityAnswerSchema,
  curveAnswerSchema,
])

export type SweepSearch = z.infer<typeof sweepSearchSchema>
export type SearchReason = (typeof searchReasons)[number]
export type SearchEnding = (typeof searchEndings)[number]
export type CapacityAnswer = z.infer<typeof capacityAnswerSchema>
export type CurveAnswer = z.infer<typeof curveAnswerSchema>
export type SearchAnswer = z.infer<typeof searchAnswerSchema>
