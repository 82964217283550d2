// Finds the tokenizer of a benchmark: a local file, one on the server's host, or the server itself; throws if none exists.
import { Buffer } from 'node:buffer'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { contentOf, message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { drawsIdsUnaided } from '#core/traits/cached-prefix.ts'
import { datasetTraits } from '#core/traits/dataset-traits.ts'
import { compatProfileOf } from '#core/compat/compat-profile-of.ts'
import type { TokenizerMode } from '#core/flags/server.ts'
import type { Tokenizer, ChatPrompt } from '#core/workload/tokenizer.ts'
import type { FileTokenizerOptions } from './file-tokenizer.ts'
import { findTokenizerFile, withoutTekken, withoutTokenizer } from './find-tokenizer-file.ts'
import { HttpClient, type ServerAccess } from '#node/http/http-client.ts'
import {
  type Ask,
  type TokenizeServer,
  withoutServerTokenizer,
  mapWithLimit,
  TokenizeClient,
  type TokenizerInfo,
} from './tokenize-client.ts'
import { measureVocabulary } from './measure-vocabulary.ts'

export type TokenizerServer = Omit<TokenizeServer, 'model'> &
  Readonly<{
    /** Other names of the model in the server's list, such as the path that it was loaded from. */
    aliases?: readonly (string | null)[]
    /** Fetches it from the server's host; null if unavailable. */
    hostTokenizer?: (() => Promise<string | null>) | undefined
  }>

/** Source of a tokenizer: `none` if the config needs none, `server` if only the server has it. */
export type TokenizerPlace = Readonly<
  { kind: 'none' } | { kind: 'server' } | { kind: 'file'; path: string }
>

/** Downloads a named tokenizer that is not available locally. Rejects with `tokenizer-unavailable` if none has that name. */
export async function findTokenizer(
  config: BenchmarkConfig,
  server: TokenizerServer,
): Promise<TokenizerPlace> {
  if (drawsIdsUnaided(config) || config.skipTokenizerInit) return { kind: 'none' }
  const { tokenizer, model, tokenizerMode: mode } = config
  if (tokenizer !== null) return { kind: 'file', path: await fileNamed(tokenizer, mode) }
  for (const name of [model, ...(server.aliases ?? [])]) {
    const local = name === null ? null : await findTokenizerFile(name, { mode })
    if (local !== null) return { kind: 'file', path: local }
  }
  const path = (await server.hostTokenizer?.()) ?? null
  return path === null ? { kind: 'server' } : { kind: 'file', path }
}

/** Null if the config needs none; rejects with `tokenizer-unavailable` if there is none. */
export async function resolveTokenizer(
  config: BenchmarkConfig,
  server: TokenizerServer,
): Promise<Tokenizer | null> {
  return loadTokenizer(await findTokenizer(config, server), config, server)
}

export async function loadTokenizer(
  place: TokenizerPlace,
  config: BenchmarkConfig,
  server: TokenizerServer,
): Promise<Tokenizer | null> {
  if (place.kind === 'none') return null
  if (place.kind === 'server') return askServer(config, server)
  const { tidiesBytePairs } = compatProfileOf(config).workload
  const { tokenizerMode: mode } = config
  return loadFileTokenizer(place.path, { mode, tidiesBytePairs })
}

/** Loads native code and templates on demand, because a benchmark without a tokenizer needs neither. */
async function loadFileTokenizer(path: string, options: FileTokenizerOptions): Promise<Tokenizer> {
  return (await import('./kept-tokenizer.ts')).loadKeptTokenizer(path, options)
}

/** Loads the Hub's client on demand, because local files do not need it. */
async function download(name: string, mode: TokenizerMode): Promise<string | null> {
  if (existsSync(name)) return null
  return (await import('./download-tokenizer.ts')).downloadTokenizer(name, { mode })
}

async function fileNamed(nameOrPath: string, mode: TokenizerMode): Promise<string> {
  const file = (await findTokenizerFile(nameOrPath, { mode })) ?? (await download(nameOrPath, mode))
  if (file !== null) return file
  if (mode === 'mistral') throw withoutTekken(nameOrPath)
  throw withoutTokenizer(nameOrPath, await readdir(nameOrPath).catch(() => []))
}

async function askServer(config: BenchmarkConfig, server: TokenizerServer): Promise<Tokenizer> {
  const model = config.servedModelName ?? config.model
  try {
    return await connectServerTokenizer(
      { ...server, model },
      { needsVocabulary: datasetTraits[config.datasetName].drawsFromVocabulary },
    )
  } catch (error) {
    const { message: why, remedy } = contentOf(error)
    throw new AppError(
      'tokenizer-unavailable',
      message('workload.noTokenizerHere', { model: model ?? message('workload.theModel'), why }),
      { field: 'tokenizer', remedy: remedy ?? withoutServerTokenizer, cause: error },
    )
  }
}

type ServerTokenizerOptions = Readonly<{
  /** Only random prompts are generated from the vocabulary; otherwise its size stays 0. */
  needsVocabulary: boolean
}>

const simultaneousCalls = 16

/** A tokenizer that uses /tokenize and /detokenize of the server under test. */
async function connectServerTokenizer(
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

/** Null if the server rejects the request. */
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

/** Time limit for one text of any length. */
const timeoutMs = 60_000

/** Access to the server under test as a tokenizer. Reuses its connections for all texts, until it is closed. */
export function tokenizerServer(
  access: ServerAccess,
): TokenizerServer & Readonly<{ close: () => void }> {
  const { baseUrl, headers } = access
  const client = new HttpClient(access, { timeoutMs })
  return { baseUrl, headers, fetch: askOver(client, baseUrl), close: () => client.close() }
}

function askOver(client: HttpClient, baseUrl: string): Ask {
  return async (url, { method = 'GET', headers, body = '', signal }) => {
    const question = { headers, body: Buffer.from(body), signal }
    const answer = await client.ask(method, url.slice(baseUrl.length), question)
    const { status } = answer
    const json = () => Promise.resolve(answer.body).then((text): unknown => JSON.parse(text))
    return { ok: status >= 200 && status < 300, status, json }
  }
}
