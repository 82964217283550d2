// The random-rerank dataset: a drawn query and drawn documents to rank for it.
import { sampleRandomRerank as sampleRankings } from '#core/workload/random/random-rerank.ts'
import { neededTokenizer, type Sampler } from './sampler.ts'

export const sampleRandomRerank: Sampler = async (config, sources) => {
  const ratio = config.randomRangeRatio
  const spec = {
    count: config.numPrompts,
    inputLen: config.inputLen ?? config.randomInputLen,
    rangeRatio: typeof ratio === 'number' ? ratio : ratio.input,
    batchSize: config.randomBatchSize,
    readsPairs: !config.noReranker,
    seed: config.seed,
    requestIdPrefix: sources.requestIdPrefix,
  }
  return sampleRankings(spec, neededTokenizer(sources, config))
}
