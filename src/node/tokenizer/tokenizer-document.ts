// The tokenizer.json of a model, from the file of that name or an equivalent file of another kind.
import { Buffer } from 'node:buffer'
import { textOf } from '#core/messages/message.ts'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { byteFormat } from '#core/base/byte-format.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import type { TokenizerMode } from '#core/flags/server.ts'
import type { ChatPrompt } from '#core/workload/tokenizer.ts'
import { bytePairDocument, type BytePairs, tiktokenBytePairs } from './byte-pair-model.ts'
import { readKimi } from './kimi-file.ts'
import { mistralChat } from './mistral-chat.ts'
import { besidesVocab, readVocab } from './vocab-file.ts'
import { z } from 'zod'

export type TokenizerDocument = Readonly<{
  bytes: Buffer
  /** The file is a tokenizer.json itself, which libraries read with less memory than a text. */
  isFile: boolean
  /** Ids of special tokens that the text omits. */
  markIds: readonly number[]
  /** Chat format, for a file that needs no other files. */
  renderChat: ((chat: ChatPrompt) => string) | null
}>

type Kind = Readonly<{
  /** Pattern of the file's name. */
  pattern: RegExp
  /** Name of a second file without which the first is no tokenizer. */
  needs?: string
  /** Null for a tokenizer.json. */
  read: ((text: string, path: string) => TokenizerDocument | Promise<TokenizerDocument>) | null
}>

const tekken: Kind = {
  pattern: /^tekken[^/]*\.json$/,
  read: (text) => {
    const { pairs, version } = readTekken(text)
    return { ...spelledOut(pairs), renderChat: mistralChat(version) }
  },
}

const kinds: readonly Kind[] = [
  { pattern: /^tokenizer\.json$/, read: null },
  tekken,
  { pattern: /^[^/]+\.tiktoken$/, read: (text, path) => spelledOut(tiktokenBytePairs(text, path)) },
  {
    pattern: /^tiktoken\.model$/,
    read: async (text, path) => spelledOut(await readKimi(text, path)),
  },
  {
    pattern: /^vocab\.json$/,
    needs: 'merges.txt',
    read: async (text, path) => converted(await readVocab(text, path)),
  },
]

/** Some of Mistral's repositories contain the model twice; for these the original client uses Mistral's own files. */
const mistralWeights = /^consolidated[^/]*\.safetensors$/

/** Further files that configure the tokenizer. */
const besidesTokenizer: readonly string[] = [
  'tokenizer_config.json',
  'special_tokens_map.json',
  'chat_template.jinja',
  'chat_template.json',
  'additional_chat_templates/tool_use.jinja',
  'config.json',
]

/** Further files that a tokenizer file needs, or that configure it. */
export function filesBeside(file: string): readonly string[] {
  return file === 'vocab.json' ? [...besidesTokenizer, ...besidesVocab] : besidesTokenizer
}

/** The best tokenizer file at the root of a model; null if there is none. */
export function tokenizerAmong(
  paths: readonly string[],
  mode: TokenizerMode = 'auto',
): string | null {
  for (const { pattern, needs } of kindsFor(paths, mode)) {
    if (needs !== undefined && !paths.includes(needs)) continue
    const found = paths.find((path) => pattern.test(path))
    if (found !== undefined) return found
  }
  return null
}

/** Files from which transformers writes a tokenizer.json: byte pairs, WordPiece, SentencePiece. */
const convertible =
  /^(vocab\.(json|txt)|spiece\.model|sentencepiece\.bpe\.model|tokenizer\.model[^/]*)$/

/** A tokenizer file at the root of a model that is not supported, but can be converted. */
export function convertibleAmong(paths: readonly string[]): string | null {
  return paths.find((path) => convertible.test(path)) ?? null
}

function kindsFor(paths: readonly string[], mode: TokenizerMode): readonly Kind[] {
  if (mode === 'mistral') return [tekken]
  const isMistral = mode === 'auto' && paths.some((path) => mistralWeights.test(path))
  return isMistral ? [tekken, ...kinds] : kinds
}

/** Rejects with `tokenizer-unavailable` if the file has another format. */
export async function readTokenizerDocument(path: string): Promise<TokenizerDocument> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw unreadable(path, error)
  })
  const format = byteFormat(bytes)
  if (format.kind === 'other' && format.format === 'Git LFS') {
    throw appError('tokenizer-unavailable', 'files.notFetched', { path }, { field: 'tokenizer' })
  }
  const kind = kinds.find(({ pattern }) => pattern.test(basename(path)))
  try {
    const read = kind?.read ?? null
    return read === null ? asItIs(bytes) : await read(bytes.toString(), path)
  } catch (error) {
    throw error instanceof AppError ? error : unreadable(path, error)
  }
}

export function unreadable(path: string, error: unknown): AppError {
  return appError(
    'tokenizer-unavailable',
    'workload.tokenizerUnreadable',
    { path, why: textOf(error) },
    { field: 'tokenizer', cause: error },
  )
}

function asItIs(bytes: Buffer): TokenizerDocument {
  return { bytes, isFile: true, markIds: [], renderChat: null }
}

function spelledOut(pairs: BytePairs): TokenizerDocument {
  return { ...converted(bytePairDocument(pairs)), markIds: [...pairs.marks.keys()] }
}

function converted(json: string): TokenizerDocument {
  return { bytes: Buffer.from(json), isFile: false, markIds: [], renderChat: null }
}

const schema = z.object({
  config: z.object({
    pattern: z.string(),
    default_vocab_size: z.int(),
    default_num_special_tokens: z.int().min(0).max(100_000),
    version: z.string().default(''),
  }),
  vocab: z.array(z.object({ rank: z.int(), token_bytes: z.string() })),
  special_tokens: z.array(z.object({ rank: z.int(), token_str: z.string() })).nullish(),
})

/** Special tokens for files that do not list their own. */
const usualMarks = [
  ...['<unk>', '<s>', '</s>', '[INST]', '[/INST]', '[AVAILABLE_TOOLS]', '[/AVAILABLE_TOOLS]'],
  ...['[TOOL_RESULTS]', '[/TOOL_RESULTS]', '[TOOL_CALLS]', '[IMG]', '<pad>', '[IMG_BREAK]'],
  ...['[IMG_END]', '[PREFIX]', '[MIDDLE]', '[SUFFIX]', '[SYSTEM_PROMPT]', '[/SYSTEM_PROMPT]'],
  '[TOOL_CONTENT]',
]

type TekkenFile = Readonly<{
  pairs: BytePairs
  /** Version of the chat format. */
  version: string
}>

/** Reads as many of the listed tokens as the vocabulary's size allows. */
function readTekken(text: string): TekkenFile {
  const { config, vocab, special_tokens: listed } = schema.parse(JSON.parse(text))
  const { default_vocab_size: size, default_num_special_tokens: markCount, pattern } = config
  const named = listed?.map(({ token_str }) => token_str) ?? usualMarks
  const marks = Array.from({ length: markCount }, (_, id) => named[id] ?? `<SPECIAL_${id}>`)
  const ranked = vocab.toSorted((a, b) => a.rank - b.rank).slice(0, size - markCount)
  const pairs = {
    tokens: ranked.map(({ token_bytes: base64 }) => Buffer.from(base64, 'base64')),
    pattern,
    marks: new Map(marks.entries()),
    marksAreSpelled: false,
    firstId: markCount,
    startId: marks.includes('<s>') ? marks.indexOf('<s>') : null,
  }
  return { pairs, version: config.version }
}
