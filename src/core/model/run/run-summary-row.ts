// The part of a run that lists show. A whole run is a summary row, too; the rest is read when the run is opened.
import { z } from 'zod'
import { columnLatencies } from '#core/metrics/latencies.ts'
import { scalarsWith, type ScalarWith } from '#core/metrics/scalar-names.ts'
import { grades, reasonCodes } from '#core/model/run/judgement.ts'
import { benchmarkFieldsSchema } from '#core/flags/benchmark-fields.ts'
import { runSchema } from './run.ts'
import { importSourceSchema } from './import-source.ts'
import { metricStatsSchema, statsSchemas } from './metric-stats.ts'
import { runSummarySchema } from './run-summary.ts'
import { serverFactsSchema } from '../server.ts'

const shownStats = metricStatsSchema.pick({ count: true, median: true, percentiles: true })

const shownScalars = Object.fromEntries(
  [...scalarsWith('column'), ...scalarsWith('shareColumn')].map((name) => [name, true]),
) as Record<ScalarWith<'column'> | ScalarWith<'shareColumn'>, true>

export const summaryRowConfigSchema = benchmarkFieldsSchema.pick({
  backend: true,
  otherBaseUrls: true,
  model: true,
  requestRate: true,
  maxConcurrency: true,
  metricPercentiles: true,
})
export const summaryRowFactsSchema = serverFactsSchema.pick({ model: true, simulated: true })
export const summaryRowImportSchema = importSourceSchema.pick({ fileName: true, knownFields: true })
export const summaryRowMetricsSchema = z.object(statsSchemas(columnLatencies, shownStats))
export const summaryRowNumbersSchema = runSummarySchema.pick({
  completed: true,
  failed: true,
  ...shownScalars,
})

export const runSummaryRowSchema = runSchema
  .pick({
    id: true,
    name: true,
    tags: true,
    notes: true,
    status: true,
    baseUrl: true,
    serverName: true,
    createdAtEpochMs: true,
    sweepId: true,
  })
  .extend({
    config: summaryRowConfigSchema,
    facts: summaryRowFactsSchema.nullable(),
    imported: summaryRowImportSchema.nullable(),
    summary: summaryRowNumbersSchema.extend({ metrics: summaryRowMetricsSchema }).nullable(),
    /** Computed when the row is read; null if the run cannot be judged. Absent from a whole run. */
    judgement: z
      .object({ grade: z.enum(grades), reasons: z.array(z.enum(reasonCodes)) })
      .nullable()
      .optional(),
  })

export type RunSummaryRow = z.infer<typeof runSummaryRowSchema>
