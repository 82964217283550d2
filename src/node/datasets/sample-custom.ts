// The custom dataset: prompts of the user's own, one JSON object per line.
import { eraOf } from '#core/model/eras/era-of.ts'
import { customRow, sampleRows, type CustomRow } from '#core/workload/custom.ts'
import { readJsonLines } from './json-lines-file.ts'
import { datasetPathOf, notEmpty, sampleOptions, type Sampler } from './sampler.ts'

export const sampleCustom: Sampler = async (config, sources) => {
  const path = datasetPathOf(config)
  const outputLen = config.outputLen ?? config.customOutputLen
  const ownLengths = outputLen <= 0 && sources.tokenizer !== null
  const fixedOutputTokens = ownLengths ? null : outputLen
  const rows: CustomRow[] = []
  for await (const { value, where } of readJsonLines(path, sources.signal)) {
    rows.push(customRow(value, { where, fixedOutputTokens }))
  }
  notEmpty(rows, { problem: `${path} is empty`, remedy: 'Give it one JSON object per line.' })
  const options = {
    ...sampleOptions(config, sources),
    ...(eraOf(config).workload.customOrderIsFixed && { seed: 0 }),
    chatTemplate: !config.skipChatTemplate,
    templateVariables: config.chatTemplateKwargs,
  }
  return sampleRows(rows, options, sources.tokenizer)
}
