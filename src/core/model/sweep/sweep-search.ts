// Loads that are chosen while a sweep runs, by what the ones before have shown, and what the search found in the end.
import { z } from 'zod'
import { figureLacks } from '../../metrics/figure-lack.ts'
import { reasonCodes } from '../../judgement/judgement.ts'
import { kneeSchema } from '../knee.ts'

/** What the search turns: requests per second, or requests in flight. */
export const searchedLoads = ['requestRate', 'maxConcurrency'] as const

const searchFields = {
  over: z.enum(searchedLoads).default('requestRate'),
  /** Where it begins; light enough for requests to be served one by one. */
  from: z.number().positive().default(1),
  /** Never beyond. */
  upTo: z.number().positive().default(4096),
  /** Runs it may take at most, repeats included. */
  mostRuns: z.int().min(3).max(200).default(15),
}

export const sweepSearchSchema = z.discriminatedUnion('kind', [
  /** From serial to saturated, with points where the curve bends. */
  z.object({ kind: z.literal('curve'), ...searchFields }),
  /** The highest load at which every limit of the plan holds. */
  z.object({
    kind: z.literal('capacity'),
    ...searchFields,
    /** Done when the answer is known to within this share of itself. */
    precision: z.number().min(0.005).max(0.5).default(0.05),
  }),
])

/** Why a search asked for a load. */
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
  /** The answer is as precise as asked. */
  'precise',
  /** Every load up to the greatest held its limits, or the curve still rose there. */
  'not-saturated',
  /** The server saturated while every limit still held: they do not say where it ends. */
  'limit-not-binding',
  /** The run's own limit on requests in flight was reached while every limit still held. */
  'held-back',
  /** Even the lightest load broke a limit. */
  'never-held',
  /** The highest load within the limits is too light for one whose figure improves with load. */
  'not-together',
  /** The runs do not show the figure of a limit. */
  'not-known',
  'budget-used-up',
  /** Repeats of one load disagree about its limits. */
  'noisy',
  /** Runs that the answer would rest on are not usable, so there is none. */
  'not-usable',
  /** Every load allowed was measured, and the knee is not between them. */
  'no-knee',
  /** Our own client was the limit. */
  'client-limited',
  /** A run failed, or was given up. */
  'ended',
] as const

/** Greatest throughput per latency, or furthest from the straight line between the ends of the curve. */
const kneeRules = ['power', 'distance'] as const

const capacityAnswerSchema = z.object({
  kind: z.literal('capacity'),
  /** Highest load that held every limit; null where none did, or its runs are not usable. */
  highestHeld: z.number().nullable(),
  /** The load beside the answer whose runs are not usable, and the reasons, worst first; absent where there is none. */
  unusable: z
    .object({
      load: z.number(),
      reasons: z.array(z.enum(reasonCodes)),
      /** Whether every limit held there. Absent from answers of earlier versions, which judged no other load. */
      held: z.boolean().default(true),
    })
    .optional(),
  /** The limit whose figure no run showed, by position in the plan, and why; absent where there is none. */
  unknown: z.object({ limit: z.int(), lack: z.enum(figureLacks) }).optional(),
  /**
   * Lowest load above it that broke one, and the limit it broke by most, by position in the plan; null where
   * it was none of them, but the server that no longer kept up or let requests fail.
   */
  firstBroken: z
    .object({
      load: z.number(),
      limit: z.int().nullable(),
      /** What must hold without a limit and did not. Absent from answers of earlier versions, as is the next. */
      unasked: z.enum(['answers', 'pace', 'in-flight']).optional(),
      /** What was measured there: ms or a share, with its 95 % interval. */
      figure: z.object({ value: z.number(), interval: loadIntervalSchema }).optional(),
    })
    .nullable(),
  /** What a monotone fit through all runs says of the load where the limit is met. */
  estimate: z.number().nullable(),
  interval: loadIntervalSchema.nullable(),
  runs: z.int(),
  ending: z.enum(searchEndings),
})

const curveAnswerSchema = z.object({
  kind: z.literal('curve'),
  /** Where the knee is, as every surface prints it. Absent from answers of earlier versions. */
  found: kneeSchema.optional(),
  /** Load at the knee; null where no measured load is. */
  knee: z.number().nullable(),
  /** The loads it is between. */
  interval: loadIntervalSchema.nullable(),
  /** The rule that named it. */
  rule: z.enum(kneeRules),
  /** Load at the knee by the other rule; null where that names none, or one that is saturated or not usable. */
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
