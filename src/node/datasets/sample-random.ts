// The random dataset: prompts of drawn lengths, as text or as token ids.
import { eraOf } from '#core/model/eras/era-of.ts'
import { sampleRandomTexts, sampleRandomTokenIds } from '#core/workload/random-dataset.ts'
import { randomLengthsOf } from './random-lengths-of.ts'
import { neededTokenizer, type Sampler } from './sampler.ts'

export const sampleRandom: Sampler = async (config, sources) => {
  const spec = {
    ...randomLengthsOf(config),
    batchSize: config.randomBatchSize,
    recipe: eraOf(config).workload.randomPrompts,
    numpyRandom: sources.numpyRandom,
    requestIdPrefix: sources.requestIdPrefix,
  }
  return config.promptTokenIds
    ? sampleRandomTokenIds(spec, config.vocabSize ?? undefined)
    : sampleRandomTexts(spec, neededTokenizer(sources, config))
}
