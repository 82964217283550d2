// Rules for benchmarks of servers that read prompts and generate nothing, and for requests of several prompts.
import { message } from '#core/messages/message.ts'
import { backendTraits, isPooling } from './backend-traits.ts'
import type { BenchmarkRule } from './benchmark-rule.ts'
import { datasetTraits } from './dataset-traits.ts'
import { eraOf } from '../eras/era-of.ts'
import { hasTokenTimes } from './metric-traits.ts'

export const poolingRules: readonly BenchmarkRule[] = [
  {
    field: 'compat',
    broken: (config) =>
      isPooling(config) && eraOf(config).pooling?.backends.includes(config.backend) !== true,
    message: ({ backend }) => message('config.eraWithoutBackend', { backend }),
  },
  {
    field: 'randomBatchSize',
    broken: ({ datasetName, randomBatchSize, backend }) =>
      randomBatchSize > 1 &&
      datasetTraits[datasetName].takesBatchSize &&
      !backendTraits[backend].takesBatches,
    message: ({ backend }) => message('config.oneBatch', { backend }),
  },
  {
    field: 'datasetName',
    broken: ({ datasetName, backend }) =>
      datasetTraits[datasetName].ranksDocuments && !backendTraits[backend].takesBatches,
    message: message('config.rerankBackend'),
  },
  {
    field: 'datasetName',
    broken: ({ datasetName, backend }) =>
      backendTraits[backend].ranksDocuments && !datasetTraits[datasetName].ranksDocuments,
    message: message('config.rerankDataset'),
  },
  {
    field: 'noReranker',
    broken: ({ datasetName, noReranker }) =>
      noReranker && !datasetTraits[datasetName].ranksDocuments,
    message: message('config.noReranker'),
  },
  {
    field: 'randomBatchSize',
    broken: ({ noReranker, randomBatchSize }) => noReranker && randomBatchSize < 2,
    message: message('config.rerankBatch'),
  },
  {
    field: 'numPrompts',
    broken: ({ noReranker, numPrompts }) => noReranker && numPrompts < 2,
    message: message('config.rerankBatch'),
  },
  {
    field: 'extraBody',
    broken: ({ backend, extraBody }) =>
      backendTraits[backend].ranksDocuments && Object.keys(extraBody).length > 0,
    message: message('config.rerankDropped'),
  },
  {
    field: 'probeRequestRate',
    broken: ({ backend, probeRequestRate }) =>
      probeRequestRate > 0 && backendTraits[backend].ranksDocuments,
    message: message('config.rerankProbe'),
  },
  {
    field: 'goodput',
    broken: (config) =>
      !hasTokenTimes(config) &&
      (config.goodput.ttft !== undefined || config.goodput.tpot !== undefined),
    message: message('config.onlyEndToEnd'),
  },
]
