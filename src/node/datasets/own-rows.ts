// The rows of a file of the user's own, one JSON object per line, and how they are sampled.
import { message } from '#core/messages/message.ts'
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import { compatProfileOf } from '#core/compat/compat-profile-of.ts'
import type { RowContext } from '#core/workload/datasets/dataset-entry.ts'
import type { SampleOptions } from '#core/workload/sample-options.ts'
import { readJsonLines } from './json-file.ts'
import { datasetPathOf, notEmpty, sampleOptions, type SamplerSources } from './samplers/sampler.ts'

export async function readOwnRows<Row>(
  config: BenchmarkConfig,
  { signal }: Pick<SamplerSources, 'signal'>,
  rowOf: (entry: unknown, context: RowContext) => Row,
): Promise<Row[]> {
  const path = datasetPathOf(config)
  const outputLen = config.outputLen ?? config.customOutputLen
  const fixedOutputTokens = outputLen > 0 ? outputLen : null
  const rows: Row[] = []
  for await (const { value, where } of readJsonLines(path, signal)) {
    rows.push(rowOf(value, { where, fixedOutputTokens }))
  }
  const remedy = message('workload.jsonLines')
  return notEmpty(rows, { problem: message('workload.empty', { path }), remedy })
}

export function ownOptions(config: BenchmarkConfig, sources: SamplerSources): SampleOptions {
  const options = sampleOptions(config, sources)
  return compatProfileOf(config).workload.customOrderIsFixed ? { ...options, seed: 0 } : options
}
