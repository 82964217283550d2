// A gate run from the window: its comparison, progress, runs and result.
import { z } from 'zod'
import { heldBenchmarkSchema } from '#core/flags/benchmark-fields.ts'
import { textSchema } from '#core/messages/text-schema.ts'
import type { Message } from '#core/messages/message.ts'
import { figureTraits } from '#core/metrics/figures.ts'
import type { FigureIdentity } from '#core/compare/comparable-figures.ts'
import { largestStartSpread } from '#core/compare/starts.ts'
import { allowable } from './evidence.ts'
import type { GateResult } from './gate-result.ts'
import { fewestRepeats } from './judge-gate.ts'

export const largestErrorRate = 0.2

export const repeatsSchema = z.int().min(fewestRepeats).max(100)

const figureSchema = z.object({
  name: z.custom<FigureIdentity['name']>(
    (value) => typeof value === 'string' && Object.hasOwn(figureTraits, value),
  ),
  percentile: z.union([z.number(), z.null()]),
  tolerance: z.number().positive().max(1),
})

const rulesSchema = z.object({
  mostRepeats: repeatsSchema,
  errorRate: z.number().positive().max(largestErrorRate),
  startSpread: z.number().min(0).max(largestStartSpread),
})

/** A gate as composed in the window. */
export const composedGateSchema = z.object({
  name: z.string().min(1).max(200),
  candidateId: z.string(),
  baseline: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('server'), id: z.string() }),
    z.object({ kind: z.literal('newest'), count: z.int().min(1).max(1000) }),
    z.object({ kind: z.literal('runs'), ids: z.array(z.string()).min(1).max(1000) }),
  ]),
  config: heldBenchmarkSchema,
  figures: z.array(figureSchema).min(1).max(20),
  rules: rulesSchema,
  restarts: z.boolean(),
})

export type ComposedGate = z.infer<typeof composedGateSchema>

const messageSchema = z.custom<Message>(
  (value) => typeof value === 'object' && textSchema.safeParse(value).success,
)
const interval = z.object({ low: z.number(), high: z.number() })

const resultSchema: z.ZodType<GateResult> = z.object({
  name: z.string(),
  verdict: z.enum(['pass', 'worse', 'undecided', 'not-valid']),
  rows: z.array(
    z.object({
      figure: figureSchema,
      loss: z
        .object({
          value: z.number(),
          bounds: interval.nullable(),
          startReach: z.number(),
          isSpreadAssumed: z.boolean(),
        })
        .nullable(),
      state: z.enum(['worse', 'within', 'undecided', 'no-value']),
      baseline: z.number().nullable(),
      candidate: z.number().nullable(),
      changes: z.array(z.number()),
    }),
  ),
  repeats: z.int(),
  rules: rulesSchema,
  starts: z.object({ baseline: z.int(), candidate: z.int() }),
  candidate: z.string(),
  isStored: z.boolean(),
  baseline: messageSchema,
  storedBaseline: z.int().nullable(),
  refused: z.array(
    z.object({
      run: z.string(),
      refusals: z.array(z.object({ allow: z.enum(allowable).nullable(), reason: messageSchema })),
    }),
  ),
  notes: z.array(messageSchema),
  runIds: z.object({ baseline: z.array(z.string()), candidate: z.array(z.string()) }),
})

const side = z.enum(['baseline', 'candidate'])

export const gateStatuses = ['running', 'finished', 'cancelled', 'failed', 'interrupted'] as const

export const gateRecordSchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAtEpochMs: z.number(),
  endedAtEpochMs: z.number().nullable(),
  status: z.enum(gateStatuses),
  failure: z.object({ message: textSchema, remedy: textSchema.nullable() }).nullable(),
  order: composedGateSchema,
  /** Names of both sides at the start of the gate. */
  candidate: textSchema,
  baseline: textSchema,
  /** Equivalent file, and the command that runs it. */
  file: z.string(),
  command: z.string(),
  /** Repeat in progress; null before the first one and after the end. */
  place: z.object({ repeat: z.int(), most: z.int(), side }).nullable(),
  /** Measured runs, oldest first. */
  runs: z.array(z.object({ id: z.string(), repeat: z.int(), side })),
  /** Result so far after each repeat; null before the first one. */
  result: resultSchema.nullable(),
})

export type GateRecord = z.infer<typeof gateRecordSchema>

/** Equivalent file and command, and the maximum cost. */
export const gatePlanSchema = z.object({
  file: z.string(),
  command: z.string(),
  /** Maximum number of server starts; 0 if both keep running. */
  mostStarts: z.int(),
  /** Mean of observed starts; null if none was observed. */
  secondsPerStart: z.number().nullable(),
  /** Number of GPUs occupied at once; null if unknown. */
  gpus: z.number().nullable(),
})

export type GatePlan = z.infer<typeof gatePlanSchema>

/** A gate file with its servers from the list; the window sets whatever the file omits. */
export const openedGateSchema = composedGateSchema
  .omit({ candidateId: true, baseline: true })
  .extend({
    candidateId: z.string().nullable(),
    baselineId: z.string().nullable(),
    /** Servers of the file that the list lacks. */
    missing: z.array(textSchema),
  })

export type OpenedGate = z.infer<typeof openedGateSchema>
