// The datasets multi_turn, from a file of conversations or of their description, and random-multi-turn.
import { stat } from 'node:fs/promises'
import { message } from '#core/messages/message.ts'
import { parseEntry } from '#core/workload/datasets/dataset-entry.ts'
import {
  type ConversationDescription,
  describedConversations,
  descriptionSchema,
} from '#core/workload/conversations/described-conversations.ts'
import { appError } from '#core/model/app-error.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { turnLimits } from '#core/traits/turn-limits.ts'
import type { RecordedConversation } from '#core/workload/conversations/conversation.ts'
import {
  countConversations,
  TakenConversations,
} from '#core/workload/conversations/taken-conversations.ts'
import { readConversation } from '#core/workload/conversations/read-conversation.ts'
import { turnRequests, type TurnOptions } from '#core/workload/conversations/turn-requests.ts'
import type { Tokenizer } from '#core/workload/tokenizer.ts'
import {
  besideDataset,
  datasetPathOf,
  neededTokenizer,
  notEmpty,
  sampleOptions,
  type Sampler,
  type SamplerSources,
  randomLengthsOf,
} from './sampler.ts'
import { readTextFile } from '#node/files/text-file.ts'
import { invalidDataset } from '../dataset-file.ts'
import { readEntries } from '../row-file.ts'
import { randomConversations } from '#core/workload/conversations/random-conversations.ts'

/** Descriptions are short; a longer file contains conversations. */
const mostBytes = 1 << 20

const remedy = message('workload.conversationDescription')

/** Reads a description of conversations; null if the file is not one. */
async function readDescription(path: string): Promise<ConversationDescription | null> {
  const size = await stat(path).then(
    (stats) => stats.size,
    () => 0,
  )
  if (size === 0 || size > mostBytes) return null
  // The reader of conversations reports files that are not text.
  const value = asObject(await readTextFile(path).catch(() => ''))
  if (value === null || !('filetype' in value)) return null
  return parseEntry(descriptionSchema, value, { where: path, remedy })
}

async function readTexts(
  { text_files: files }: ConversationDescription,
  path: string,
  signal?: AbortSignal,
): Promise<string[]> {
  const texts: string[] = []
  for (const file of files) {
    texts.push(
      await readTextFile(await besideDataset(file, path), { signal, refuse: invalidDataset }),
    )
  }
  return texts
}

function asObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

export const sampleMultiTurn: Sampler = async (config, sources) => {
  const tokenizer = neededTokenizer(sources, config)
  const description = await readDescription(datasetPathOf(config))
  const conversations =
    description === null
      ? await recordedConversations(config, sources)
      : await madeConversations(config, description, { ...sources, tokenizer })
  const lengths = { fixed: config.outputLen, unanswered: Math.max(1, config.customOutputLen) }
  const counted = await countConversations(conversations, lengths, tokenizer)
  return turnRequests(counted, turnOptions(config, sources))
}

async function madeConversations(
  config: BenchmarkConfig,
  description: ConversationDescription,
  { tokenizer, numpyRandom: random, signal }: SamplerSources & { tokenizer: Tokenizer },
): Promise<RecordedConversation[]> {
  requireNoRecord(config)
  const path = datasetPathOf(config)
  const texts = await readTexts(description, path, signal)
  const [textTokens] = await tokenizer.encode([texts.join('\n')], false)
  const count = config.numPrompts > 0 ? config.numPrompts : description.num_conversations
  if (textTokens === undefined || textTokens.length === 0) {
    throw invalidDataset(
      message('workload.emptyTexts', { path }),
      message('workload.emptyTexts.remedy'),
    )
  }
  return describedConversations(description, { count, textTokens, random, tokenizer })
}

function requireNoRecord({ multiTurnHistory }: BenchmarkConfig): void {
  if (multiTurnHistory !== 'recorded') return
  throw appError('invalid-input', 'workload.noRecordedAnswers', {}, { field: 'multiTurnHistory' })
}

async function recordedConversations(
  config: BenchmarkConfig,
  sources: SamplerSources,
): Promise<RecordedConversation[]> {
  const path = datasetPathOf(config)
  const limits = turnLimits(config)
  const taken = new TakenConversations<RecordedConversation>(sampleOptions(config, sources))
  for await (const { value, where } of readEntries(path, sources.signal)) {
    const conversation = readConversation(value, where)
    if (conversation.turns.slice(0, -1).some(({ answer }) => answer === null))
      requireNoRecord(config)
    if (conversation.turns.length >= limits.least) {
      taken.offer({ ...conversation, turns: conversation.turns.slice(0, limits.most) })
    }
    if (taken.isSettled) break
  }
  return notEmpty(taken.list(), {
    problem: message('workload.tooFewTurns', { path, turns: limits.least }),
    remedy: message('workload.tooFewTurns.remedy'),
  })
}

// Options for turning conversations into requests, from the flags.
export function turnOptions(
  config: BenchmarkConfig,
  { requestIdPrefix, numpyRandom }: SamplerSources,
): TurnOptions {
  return {
    requestIdPrefix,
    history: config.multiTurnHistory,
    thinkTime: { meanS: config.multiTurnDelayMs / 1000, shape: config.multiTurnDelayShape },
    random: numpyRandom,
  }
}

// The random-multi-turn dataset: conversations of random lengths.
export const sampleRandomMultiTurn: Sampler = async (config, sources) => {
  const lengths = randomLengthsOf(config)
  const spec = {
    ...lengths,
    turns: turnLimits(config),
    laterInputLen: config.perTurnInputLen || lengths.inputLen,
  }
  const conversations = await randomConversations(spec, neededTokenizer(sources, config))
  return turnRequests(conversations, turnOptions(config, sources))
}
