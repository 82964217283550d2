// The random dataset: prompts of drawn lengths, as text or as token ids.
import { eraOf } from '#core/model/eras/era-of.ts'
import { sampleRandomTexts, sampleRandomTokenIds } from '#core/workload/random-dataset.ts'
import { neededTokenizer, type Sampler } from './sampler.ts'

export const sampleRandom: Sampler = async (config, sources) => {
  const ratio = config.randomRangeRatio
  const spec = {
    count: config.numPrompts,
    inputLen: config.inputLen ?? config.randomInputLen,
    outputLen: config.outputLen ?? config.randomOutputLen,
    rangeRatioIn: typeof ratio === 'number' ? ratio : ratio.input,
    rangeRatioOut: typeof ratio === 'number' ? ratio : ratio.output,
    prefixLen: config.randomPrefixLen,
    batchSize: config.randomBatchSize,
    seed: config.seed,
    recipe: eraOf(config).workload.randomPrompts,
    numpyRandom: sources.numpyRandom,
    requestIdPrefix: sources.requestIdPrefix,
  }
  return config.promptTokenIds
    ? sampleRandomTokenIds(spec)
    : sampleRandomTexts(spec, neededTokenizer(sources, config))
}
