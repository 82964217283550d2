// The sharegpt dataset: a JSON array of recorded conversations.
import { existsSync } from 'node:fs'
import { AppError } from '#core/model/app-error.ts'
import { eraOf } from '#core/model/eras/era-of.ts'
import {
  conversationOf,
  sampleConversations,
  type Conversation,
} from '#core/workload/datasets/sharegpt.ts'
import { readJsonArray } from '../json-array-file.ts'
import { neededTokenizer, notEmpty, sampleOptions, type Sampler } from './sampler.ts'

export const sampleShareGpt: Sampler = async (config, sources) => {
  const tokenizer = neededTokenizer(sources, config)
  const path = config.datasetPath ?? usualFile()
  const conversations: Conversation[] = []
  for await (const { value, where } of readJsonArray(path, sources.signal)) {
    const conversation = conversationOf(value, where)
    if (conversation !== null) conversations.push(conversation)
  }
  const fixedOutputTokens = config.outputLen ?? config.sharegptOutputLen
  const { checksFixedLength } = eraOf(config).workload
  const options = { ...sampleOptions(config, sources), fixedOutputTokens, checksFixedLength }
  return notEmpty(await sampleConversations(conversations, options, tokenizer), {
    problem: `${path} has no conversation of usable length`,
    remedy: 'Prompts need 4 to 1024 tokens, prompt and answer together at most 2048.',
  })
}

/** What everybody who benchmarks with it has downloaded. */
const usualName = 'ShareGPT_V3_unfiltered_cleaned_split.json'

function usualFile(): string {
  if (existsSync(usualName)) return usualName
  throw new AppError('invalid-input', `${usualName} is not in this folder`, {
    field: 'datasetPath',
    remedy:
      'Give its path with --dataset-path, or download it from the dataset anon8231489123/ShareGPT_Vicuna_unfiltered.',
  })
}
