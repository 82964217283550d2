// Settings in a result: fields of a benchmark, and metadata that a user added.
import { backendNames } from '#core/backends/backend-traits.ts'
import {
  type BenchmarkConfig,
  type BenchmarkField,
  benchmarkFieldsSchema,
} from '#core/flags/benchmark-fields.ts'
import { issueText } from '../model/issue-text.ts'
import { type Result, resultSchema } from './result-schema.ts'
import type { ImportedMetrics } from './imported-summary.ts'

export type ImportedConfig = Readonly<{
  config: BenchmarkConfig
  /** Fields that the file has; the others have their defaults. */
  knownFields: readonly BenchmarkField[]
}>

type ConfigFields = Partial<Record<BenchmarkField, unknown>>

/** Later sources win. Values that we would reject stay unknown, so that the file is still accepted. */
export function importedConfig(sources: readonly ConfigFields[]): ImportedConfig {
  const valid: ConfigFields = {}
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

/** Early versions lack `burstiness` and others; absent fields are unknown. */
export function importedFields(
  result: Result,
  { all, metrics }: Readonly<{ all: ReadonlyMap<string, unknown>; metrics: ImportedMetrics }>,
): ConfigFields {
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

/** Metadata that a user added to a result: `--metadata`, and the settings that a sweep script writes to each of its files. */
const mostFacts = 100
const longestFact = 1000

/** Keys of metrics in any version; other strings, numbers and switches are metadata. */
const figures =
  /^(mean|median|std|p[\d.]+)_|_throughput$|^(spec_decode|diffusion|probe|conversations|avg)_|^(rps_change_events|best_of|use_beam_search)$/

function importedMetadata(result: ReadonlyMap<string, unknown>): Record<string, string> {
  const facts = [...result].flatMap(([key, value]): [string, string][] =>
    Object.hasOwn(resultSchema.shape, key) || figures.test(key) || !isFact(value)
      ? []
      : [[key.slice(0, longestFact), String(value).slice(0, longestFact)]],
  )
  return Object.fromEntries(facts.slice(0, mostFacts))
}

function isFact(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
