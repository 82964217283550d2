// The sonnet dataset: lines of a poem, by default those of Shakespeare's that come with the program.
import { message } from '#core/messages/message.ts'
import { backendTraits } from '#core/model/benchmark/backend-traits.ts'
import { compatProfileOf } from '#core/compat/compat-profile-of.ts'
import { sampleSonnet as sampleLines } from '#core/workload/datasets/sonnet.ts'
import { ownResource } from '#node/files/own-file.ts'
import { readTextLines } from '../dataset-file.ts'
import { neededTokenizer, notEmpty, type Sampler } from './sampler.ts'

export const sampleSonnet: Sampler = async (config, sources) => {
  const tokenizer = neededTokenizer(sources, config)
  const path = config.datasetPath ?? ownResource('sonnets.txt')
  const lines: string[] = []
  for await (const line of readTextLines(path, sources.signal)) lines.push(`${line}\n`)
  notEmpty(lines, {
    problem: message('workload.empty', { path }),
    remedy: message('workload.verseLines'),
  })
  const spec = {
    count: config.numPrompts,
    inputLen: config.sonnetInputLen,
    outputLen: config.sonnetOutputLen,
    prefixLen: config.sonnetPrefixLen,
    random: sources.pythonRandom,
    requestIdPrefix: sources.requestIdPrefix,
    sendRendered: !backendTraits[config.backend].templatesPrompts,
    recipe: compatProfileOf(config).workload.sonnet,
  }
  return sampleLines(lines, spec, tokenizer)
}
