// Datasets in a single file of their own format. sonnet: lines of a poem, by default the bundled one. sharegpt: a JSON array of
// recorded conversations. burstgpt: a CSV file of recorded request and response lengths.
import { message } from '#core/messages/message.ts'
import { backendTraits } from '#core/backends/backend-traits.ts'
import { compatProfileOf } from '#core/compat/compat-profile-of.ts'
import { sampleSonnet as sampleLines } from '#core/workload/datasets/sonnet.ts'
import { ownResource } from '#node/files/own-file.ts'
import { readTextLines } from '../dataset-file.ts'
import { datasetPathOf, neededTokenizer, notEmpty, sampleOptions, type Sampler } from './sampler.ts'
import { existsSync } from 'node:fs'
import { AppError } from '#core/model/app-error.ts'
import {
  conversationOf,
  sampleConversations,
  shareGptForm,
  type Conversation,
} from '#core/workload/datasets/sharegpt.ts'
import { readEntries } from '../row-file.ts'
import {
  recordedLengths,
  sampleBurstGpt as sampleLengths,
  type RecordedLengths,
} from '#core/workload/datasets/burstgpt.ts'
import { readCsv } from '../csv-file.ts'

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

export const sampleShareGpt: Sampler = async (config, sources) => {
  const tokenizer = neededTokenizer(sources, config)
  const path = config.datasetPath ?? usualFile()
  const conversations: Conversation[] = []
  for await (const { value, where } of readEntries(path, sources.signal)) {
    const conversation = conversationOf(value, where, sources.keepText)
    if (conversation !== null) conversations.push(conversation)
  }
  const problem = message('workload.noUsableConversation', { path })
  notEmpty(conversations, { problem, remedy: shareGptForm })
  const fixedOutputTokens = config.outputLen ?? config.sharegptOutputLen
  const { checksFixedLength } = compatProfileOf(config).workload
  const options = { ...sampleOptions(config, sources), fixedOutputTokens, checksFixedLength }
  return notEmpty(await sampleConversations(conversations, options, tokenizer), {
    problem,
    remedy: message('workload.noUsableConversation.remedy'),
  })
}

/** The file that users usually download. */
const usualName = 'ShareGPT_V3_unfiltered_cleaned_split.json'

function usualFile(): string {
  if (existsSync(usualName)) return usualName
  throw new AppError('invalid-input', message('workload.notInFolder', { file: usualName }), {
    field: 'datasetPath',
    remedy: message('workload.shareGptFile.remedy'),
  })
}

export const sampleBurstGpt: Sampler = async (config, sources) => {
  const tokenizer = neededTokenizer(sources, config)
  const path = datasetPathOf(config)
  const rows = notEmpty(await readRows(path, sources.signal), {
    problem: message('workload.noGpt4Row', { path }),
    remedy: message('workload.burstGptFile'),
  })
  return sampleLengths(rows, sampleOptions(config, sources), tokenizer)
}

async function readRows(path: string, signal?: AbortSignal): Promise<RecordedLengths[]> {
  const rows: RecordedLengths[] = []
  for await (const { value, where } of readCsv(path, signal)) {
    const lengths = recordedLengths(value, where)
    if (lengths !== null) rows.push(lengths)
  }
  return rows
}
