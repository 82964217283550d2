// What samplers of datasets from the hub have in common.
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import type { HubDataset } from '#core/model/benchmark/hub-datasets.ts'
import type { SampledRequest } from '#core/workload/sampled-request.ts'
import type { DatasetEntry } from '../dataset-file.ts'
import { datasetPathOf, type SamplerSources } from '../samplers/sampler.ts'
import { openDataset, type DatasetSource } from './dataset-source.ts'
import { hubRows } from './hub-rows.ts'

export type HubSampler = (
  config: BenchmarkConfig,
  sources: SamplerSources,
  dataset: HubDataset,
) => Promise<SampledRequest[]>

export function openHub(
  config: BenchmarkConfig,
  { signal }: Pick<SamplerSources, 'signal'>,
): Promise<DatasetSource> {
  return openDataset(datasetPathOf(config), signal)
}

export function rowsOf(
  source: DatasetSource,
  config: BenchmarkConfig,
  dataset: HubDataset,
  { signal }: Pick<SamplerSources, 'signal'>,
): AsyncIterable<DatasetEntry> {
  const subset = dataset.hasNoSubsets ? null : (config.hfSubset ?? dataset.subset)
  const order = {
    seed: config.seed,
    shuffle: !config.disableShuffle,
    streams: !config.noStream && dataset.format !== 'speech-by-path',
  }
  return hubRows(source, { subset, split: config.hfSplit ?? dataset.split }, order, signal)
}
