// A tokenizer that uses /tokenize and /detokenize of the server under test.
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { ChatPrompt, Tokenizer } from '#core/workload/tokenizer.ts'
import {
  mapWithLimit,
  TokenizeClient,
  type TokenizerInfo,
  type TokenizeServer,
  withoutServerTokenizer,
} from './tokenize-client.ts'
import { measureVocabulary } from './measure-vocabulary.ts'

type ServerTokenizerOptions = Readonly<{
  /** Only random prompts are drawn from the vocabulary; otherwise its size stays 0. */
  needsVocabulary: boolean
}>

const simultaneousCalls = 16

export async function connectServerTokenizer(
  server: TokenizeServer,
  { needsVocabulary }: ServerTokenizerOptions,
): Promise<Tokenizer> {
  const client = new TokenizeClient(server)
  const addedIds = await idsAddedTo(client, 'a')
  const info = needsVocabulary ? await client.info() : null
  const special = [...new Set([...addedIds, ...specialIdsIn(info)])].sort((a, b) => a - b)
  const vocabSize = needsVocabulary ? await vocabularyOf(client, info) : 0
  return {
    vocabSize,
    wholeVocabSize: vocabSize,
    specialTokenIds: special,
    markIds: special,
    specialTokensAdded: info?.special_tokens_added ?? addedIds.length,
    wordCuts: () => null,
    encode: (texts, addSpecialTokens) =>
      mapWithLimit(texts, simultaneousCalls, (text) => client.encode(text, addSpecialTokens)),
    decode: (sequences) => mapWithLimit(sequences, simultaneousCalls, (ids) => client.decode(ids)),
    renderChats: (chats) => renderChats(client, chats),
  }
}

/** Ids that the server adds to every prompt, found by encoding with and without special tokens. */
async function idsAddedTo(client: TokenizeClient, text: string): Promise<number[]> {
  const bare = await client.encode(text, false)
  const whole = await client.encode(text, true)
  const bareIds = new Set(bare)
  return [...whole].filter((id) => !bareIds.has(id))
}

async function vocabularyOf(client: TokenizeClient, info: TokenizerInfo | null): Promise<number> {
  const size = info?.vocab_size ?? (await measureVocabulary(client))
  if (size !== null) return size
  throw new AppError(
    'tokenizer-unavailable',
    message('workload.noVocabulary', { url: client.server.baseUrl }),
    { field: 'tokenizer', remedy: withoutServerTokenizer },
  )
}

function specialIdsIn(info: TokenizerInfo | null): number[] {
  const added = Object.entries(info?.added_tokens_decoder ?? {})
  const flagged = added.filter(([, { special }]) => special).map(([id]) => Number(id))
  return [...(info?.special_token_ids ?? []), ...flagged]
}

/** Null if the server refuses. */
async function renderChats(
  client: TokenizeClient,
  chats: readonly ChatPrompt[],
): Promise<readonly string[] | null> {
  try {
    return await mapWithLimit(chats, simultaneousCalls, (chat) => client.renderChat(chat))
  } catch (error) {
    if (error instanceof AppError && error.code === 'tokenizer-unavailable') return null
    throw error
  }
}
