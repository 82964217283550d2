// The sharegpt dataset: a JSON array of recorded conversations.
import { eraOf } from '#core/model/eras/era-of.ts'
import { conversationOf, sampleConversations, type Conversation } from '#core/workload/sharegpt.ts'
import { readJsonArray } from './json-array-file.ts'
import { datasetPathOf, neededTokenizer, notEmpty, sampleOptions, type Sampler } from './sampler.ts'

export const sampleShareGpt: Sampler = async (config, sources) => {
  const tokenizer = neededTokenizer(sources, config)
  const path = datasetPathOf(config)
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
