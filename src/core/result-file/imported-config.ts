// What a result holds of its settings: fields of a benchmark, and facts that a user added.
import { backendNames } from '../model/benchmark/backend-traits.ts'
import {
  benchmarkFieldsSchema,
  type BenchmarkConfig,
  type BenchmarkField,
} from '../model/benchmark/benchmark-fields.ts'
import { issueText } from '../model/issue-text.ts'
import type { Result } from './result-schema.ts'
import { importedMetadata } from './imported-metadata.ts'
import type { ImportedMetrics } from './imported-metrics.ts'

export type ImportedConfig = Readonly<{
  config: BenchmarkConfig
  /** The fields that the file has; the others are at their defaults. */
  knownFields: readonly BenchmarkField[]
}>

type Reported = Partial<Record<BenchmarkField, unknown>>

/** Later sources win. What we would not take ourselves stays unknown, rather than that the file is refused for it. */
export function importedConfig(sources: readonly Reported[]): ImportedConfig {
  const valid: Reported = {}
  const knownFields: BenchmarkField[] = []
  for (const field of benchmarkFields) {
    const value = sources
      .map((imported) => imported[field])
      .findLast((imported) => imported !== undefined)
    const parsed = benchmarkFieldsSchema.shape[field].safeParse(value, { error: issueText })
    if (value === undefined || !parsed.success) continue
    valid[field] = parsed.data
    knownFields.push(field)
  }
  return { config: benchmarkFieldsSchema.parse(valid), knownFields }
}

const benchmarkFields = benchmarkFieldsSchema.keyof().options

/** `burstiness` and the like are absent from early versions; what is absent is unknown. */
export function importedFields(
  result: Result,
  { all, metrics }: Readonly<{ all: ReadonlyMap<string, unknown>; metrics: ImportedMetrics }>,
): Reported {
  const percentiles = [...metrics.values()].flatMap((stats) =>
    stats.percentiles.map(({ percentile }) => percentile),
  )
  return {
    backend: backendNames.find((name) => name === result.backend),
    label: result.label ?? undefined,
    model: result.model_id ?? undefined,
    tokenizer: result.tokenizer_id ?? undefined,
    numPrompts: result.num_prompts ?? undefined,
    requestRate: result.request_rate ?? undefined,
    burstiness: result.burstiness ?? undefined,
    maxConcurrency: all.has('max_concurrency') ? result.max_concurrency || null : undefined,
    rampUpStrategy: result.ramp_up_strategy ?? undefined,
    rampUpStartRps: result.ramp_up_start_rps ?? undefined,
    rampUpEndRps: result.ramp_up_end_rps ?? undefined,
    percentileMetrics: [...metrics.keys()],
    metricPercentiles: [...new Set(percentiles)].sort((a, b) => a - b),
    metadata: importedMetadata(all),
  }
}
