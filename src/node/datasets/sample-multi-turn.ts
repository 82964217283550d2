// The multi_turn dataset: conversations of a file, recorded ones or the description of ones to be made of texts.
import type { BenchmarkConfig } from '#core/model/benchmark-fields.ts'
import { turnLimits } from '#core/model/multi-turn-rules.ts'
import type {
  CountedConversation,
  RecordedConversation,
} from '#core/workload/conversations/conversation.ts'
import { countConversations } from '#core/workload/conversations/count-conversations.ts'
import { readConversation } from '#core/workload/conversations/read-conversation.ts'
import { TakenConversations } from '#core/workload/conversations/taken-conversations.ts'
import { turnRequests } from '#core/workload/conversations/turn-requests.ts'
import type { DatasetEntry } from './dataset-file.ts'
import { readJsonLines } from './json-lines-file.ts'
import { isRowFile, readRowFile } from './row-file.ts'
import {
  datasetPathOf,
  neededTokenizer,
  notEmpty,
  sampleOptions,
  type Sampler,
  type SamplerSources,
} from './sampler.ts'
import { turnOptions } from './turn-options.ts'

export const sampleMultiTurn: Sampler = async (config, sources) => {
  const conversations = await recordedConversations(config, sources)
  return turnRequests(conversations, turnOptions(config, sources))
}

async function recordedConversations(
  config: BenchmarkConfig,
  sources: SamplerSources,
): Promise<CountedConversation[]> {
  const path = datasetPathOf(config)
  const limits = turnLimits(config)
  const taken = new TakenConversations<RecordedConversation>(sampleOptions(config, sources))
  for await (const { value, where } of entriesOf(path, sources.signal)) {
    const conversation = readConversation(value, where)
    if (conversation.turns.length >= limits.least) {
      taken.offer({ ...conversation, turns: conversation.turns.slice(0, limits.most) })
    }
    if (taken.isSettled) break
  }
  const list = notEmpty(taken.list(), {
    problem: `${path} has no conversation of at least ${limits.least} turns`,
    remedy: 'Lower --multi-turn-min-turns, or give a file of longer conversations.',
  })
  const lengths = { fixed: config.outputLen, unanswered: Math.max(1, config.customOutputLen) }
  return countConversations(list, lengths, neededTokenizer(sources, config))
}

function entriesOf(path: string, signal?: AbortSignal): AsyncIterable<DatasetEntry> {
  return isRowFile(path) ? readRowFile(path, signal) : readJsonLines(path, signal)
}
