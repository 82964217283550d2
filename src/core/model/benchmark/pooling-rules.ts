// Rules for benchmarks of servers that read prompts and generate nothing, and for requests of several prompts.
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
    message: ({ backend }) => `its client knew no ${backend} yet; choose vllm-0.27 or later`,
  },
  {
    field: 'randomBatchSize',
    broken: ({ datasetName, randomBatchSize, backend }) =>
      randomBatchSize > 1 &&
      datasetTraits[datasetName].takesBatchSize &&
      !backendTraits[backend].takesBatches,
    message: ({ backend }) => `must be 1: ${backend} takes one prompt to a request`,
  },
  {
    field: 'datasetName',
    broken: ({ datasetName, backend }) =>
      datasetTraits[datasetName].ranksDocuments && !backendTraits[backend].takesBatches,
    message: 'its lists of texts go to vllm-rerank, or to a backend that embeds lists',
  },
  {
    field: 'datasetName',
    broken: ({ datasetName, backend }) =>
      backendTraits[backend].ranksDocuments && !datasetTraits[datasetName].ranksDocuments,
    message: 'this backend ranks documents for a query; choose random-rerank',
  },
  {
    field: 'noReranker',
    broken: ({ datasetName, noReranker }) =>
      noReranker && !datasetTraits[datasetName].ranksDocuments,
    message: 'has no effect on this dataset; leave it off, or choose random-rerank',
  },
  {
    field: 'randomBatchSize',
    broken: ({ noReranker, randomBatchSize }) => noReranker && randomBatchSize < 2,
    message: 'must be at least 2 with --no-reranker: the query is one of the texts',
  },
  {
    field: 'numPrompts',
    broken: ({ noReranker, numPrompts }) => noReranker && numPrompts < 2,
    message: 'must be at least 2 with --no-reranker: the query is one of the texts',
  },
  {
    field: 'extraBody',
    broken: ({ backend, extraBody }) =>
      backendTraits[backend].ranksDocuments && Object.keys(extraBody).length > 0,
    message: 'is not sent to rerank, as in the original; drop it',
  },
  {
    field: 'probeRequestRate',
    broken: ({ backend, probeRequestRate }) =>
      probeRequestRate > 0 && backendTraits[backend].ranksDocuments,
    message: 'a probe is one short text, which rerank does not take; drop it',
  },
  {
    field: 'goodput',
    broken: (config) =>
      !hasTokenTimes(config) &&
      (config.goodput.ttft !== undefined || config.goodput.tpot !== undefined),
    message: 'can only limit e2el here: answers of this backend come in one piece',
  },
]
