// The lines of a bundle, JSON each, in the order they stand: a head, sweeps with their logs, calibrations, then each run
// followed by what was sampled of it and by its requests, and an end, so that a file that breaks off is known for one. docs/reports.md describes it.
import { z } from 'zod'
import { calibrationSchema } from '../model/run/calibration.ts'
import { runSchema } from '../model/run/run.ts'
import { sweepLogEntrySchema } from '../model/sweep/sweep-log.ts'
import { sweepSchema } from '../model/sweep/sweep.ts'
import { sampledValues, telemetryKinds, telemetryProblemSchema } from '../model/run/telemetry.ts'
import { bundleRequestSchema } from './bundle-request.ts'

/** Raised when what was written before can no longer be read as it was meant. */
export const bundleVersion = 1

/** A day of one a second, and more. */
const mostSamples = 200_000

/** Ids are handed to databases and addresses, and made by us. */
const idSchema = z.string().regex(/^[\w-]{1,64}$/)

const headSchema = z.object({
  kind: z.literal('kneepoint-bundle'),
  version: z.int().min(1),
  name: z.string(),
  writtenBy: z.string(),
  writtenAtEpochMs: z.number(),
})

const runLineSchema = z.object({
  kind: z.literal('run'),
  run: runSchema.extend({ id: idSchema, sweepId: idSchema.nullable() }),
  /** Lines of requests that follow. */
  requests: z.int().min(0),
  /** The result file an imported run was made from, to the letter. */
  result: z.string().nullable(),
})

const telemetryLineSchema = z.object({
  kind: z.literal('telemetry'),
  source: z.object({ kind: z.enum(telemetryKinds), label: z.string().max(100) }),
  samples: z
    .array(
      z.object({
        atEpochMs: z.number(),
        values: z.partialRecord(
          z.enum([...sampledValues.server, ...sampledValues.gpu]),
          z.number().nullable(),
        ),
      }),
    )
    .max(mostSamples),
})

export const bundleLineSchema = z.discriminatedUnion('kind', [
  headSchema,
  z.object({ kind: z.literal('sweep'), sweep: sweepSchema.extend({ id: idSchema }) }),
  z.object({ kind: z.literal('log'), sweepId: idSchema, entry: sweepLogEntrySchema }),
  z.object({
    kind: z.literal('calibration'),
    calibration: calibrationSchema.extend({ id: idSchema }),
  }),
  runLineSchema,
  telemetryLineSchema,
  z.object({ kind: z.literal('telemetry-problem'), problem: telemetryProblemSchema }),
  bundleRequestSchema,
  z.object({ kind: z.literal('end'), runs: z.int().min(0) }),
])

export type BundleLine = z.infer<typeof bundleLineSchema>
export type BundleLineOf<Kind extends BundleLine['kind']> = Extract<BundleLine, { kind: Kind }>
