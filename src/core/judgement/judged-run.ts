// The part of a run that its judgement needs; it is read for each row of a list.
import type { z } from 'zod'
import { benchmarkFieldsSchema } from '#core/flags/benchmark-fields.ts'
import { addedTrafficFlags } from '#core/flags/load-senders.ts'
import { keysOf, maskOf } from '#core/base/keys-of.ts'
import { addedSummarySchemas, runSummarySchema } from '#core/model/run/run-summary.ts'
import type { RunStatus } from '#core/model/run/run.ts'
import type { ImportSource } from '#core/model/run/import-source.ts'

export const judgedConfigSchema = benchmarkFieldsSchema.pick({
  requestRate: true,
  maxConcurrency: true,
  rampUpStrategy: true,
  requestRateSeries: true,
  burstiness: true,
  datasetName: true,
  selfTimed: true,
  steadyState: true,
  randomPrefixLen: true,
  metricPercentiles: true,
  ...maskOf(keysOf(addedTrafficFlags)),
})

export const judgedSummarySchema = runSummarySchema.pick({
  completed: true,
  totalOutputTokens: true,
  readAtOnce: true,
  asAsked: true,
  failed: true,
  rejected: true,
  clientCancelled: true,
  errors: true,
  durationS: true,
  metrics: true,
  certainty: true,
  steadyState: true,
  server: true,
  client: true,
  lightPace: true,
  unusedPlacesShare: true,
  lostParts: true,
  ...maskOf(keysOf(addedSummarySchemas)),
})

export type JudgedConfig = Readonly<z.infer<typeof judgedConfigSchema>>
export type JudgedSummary = Readonly<z.infer<typeof judgedSummarySchema>>

export type JudgedRun = Readonly<{
  config: JudgedConfig
  /** Null before anything is measured. */
  summary: JudgedSummary | null
  /** A failed run measured less than requested. */
  status?: RunStatus
  imported?: Pick<ImportSource, 'knownFields'> | null
}>
