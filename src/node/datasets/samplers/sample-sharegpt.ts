// The sharegpt dataset: a JSON array of recorded conversations.
import { existsSync } from 'node:fs'
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { compatProfileOf } from '#core/compat/compat-profile-of.ts'
import {
  conversationOf,
  sampleConversations,
  type Conversation,
} from '#core/workload/datasets/sharegpt.ts'
import { readJsonArray } from '../json-file.ts'
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
  const { checksFixedLength } = compatProfileOf(config).workload
  const options = { ...sampleOptions(config, sources), fixedOutputTokens, checksFixedLength }
  return notEmpty(await sampleConversations(conversations, options, tokenizer), {
    problem: message('workload.noUsableConversation', { path }),
    remedy: message('workload.noUsableConversation.remedy'),
  })
}

/** The file that its users usually download. */
const usualName = 'ShareGPT_V3_unfiltered_cleaned_split.json'

function usualFile(): string {
  if (existsSync(usualName)) return usualName
  throw new AppError('invalid-input', message('workload.notInFolder', { file: usualName }), {
    field: 'datasetPath',
    remedy: message('workload.shareGptFile.remedy'),
  })
}
