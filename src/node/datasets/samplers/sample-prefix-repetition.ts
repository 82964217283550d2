// The prefix_repetition dataset: drawn prompts in groups that begin alike.
import { compatProfileOf } from '#core/compat/compat-profile-of.ts'
import { samplePrefixRepetition as samplePrompts } from '#core/workload/datasets/prefix-repetition.ts'
import { neededTokenizer, type Sampler } from './sampler.ts'

export const samplePrefixRepetition: Sampler = async (config, sources) =>
  samplePrompts(
    {
      count: config.numPrompts,
      prefixLen: config.prefixRepetitionPrefixLen,
      suffixLen: config.prefixRepetitionSuffixLen,
      numPrefixes: config.prefixRepetitionNumPrefixes,
      outputLen: config.outputLen ?? config.prefixRepetitionOutputLen,
      seed: config.seed,
      recipe: compatProfileOf(config).workload.prefixRepetition,
    },
    {
      tokenizer: neededTokenizer(sources, config),
      random: sources.numpyRandom,
      pythonRandom: sources.pythonRandom,
    },
  )
