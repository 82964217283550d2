// The custom dataset: prompts of the user's own.
import { customRow, sampleRows } from '#core/workload/datasets/custom.ts'
import { ownOptions, readOwnRows } from '../own-rows.ts'
import type { Sampler } from './sampler.ts'

export const sampleCustom: Sampler = async (config, sources) => {
  // Without a tokenizer every answer is asked to be one token long, whatever the rows say.
  const lengths = sources.tokenizer === null ? { outputLen: 1 } : {}
  const rows = await readOwnRows({ ...config, ...lengths }, sources, customRow)
  const options = {
    ...ownOptions(config, sources),
    chatTemplate: !config.skipChatTemplate,
    templateVariables: config.chatTemplateKwargs,
  }
  return sampleRows(rows, options, sources.tokenizer)
}
