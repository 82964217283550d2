// A tokenizer read from a model's tokenizer.json and the files beside it.
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { Tokenizer as NativeTokenizer } from 'tokenizers'
import { message, textOf } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import type { TokenizerMode } from '#core/flags/server.ts'
import type { WordCuts } from '#core/workload/random/word-cuts.ts'
import type { ChatPrompt, Tokenizer } from '#core/workload/tokenizer.ts'
import { certainCuts, wordCutsOf } from './certain-cuts.ts'
import { cleanUpSpaces } from './clean-up-spaces.ts'
import { deepseekChat } from './deepseek-chat.ts'
import { tokenizerContent } from './tokenizer-content.ts'
import { readTokenizerDocument, type TokenizerDocument, unreadable } from './tokenizer-document.ts'

// The files beside a tokenizer.json: special tokens, clean-up of text, chat template.
type TokenizerConfig = Readonly<{
  /** Text of each special token by its role, such as `bos_token`. */
  specialTokens: Readonly<Record<string, string>>
  /** Special tokens without a role. */
  additionalSpecialTokens: readonly string[]
  cleanUpSpaces: boolean
  /** Newer libraries do not clean up byte pair encodings, because that loses spaces of the text, unless set explicitly. */
  cleanUpSpacesOfBytePairs: boolean
  /** Jinja source; null if the model is not for chat. */
  chatTemplate: string | null
}>

const tokenSchema = z.union([
  z.string(),
  z.object({ content: z.string() }).transform(({ content }) => content),
])
const roleSchema = tokenSchema.nullish()

const specialTokensSchema = z.object({
  bos_token: roleSchema,
  eos_token: roleSchema,
  unk_token: roleSchema,
  sep_token: roleSchema,
  pad_token: roleSchema,
  cls_token: roleSchema,
  mask_token: roleSchema,
})

const fileSchema = specialTokensSchema.extend({
  additional_special_tokens: z.array(tokenSchema).nullish(),
  extra_special_tokens: z
    .union([
      z.array(tokenSchema),
      z.record(z.string(), tokenSchema).transform(Object.values<string>),
    ])
    .nullish(),
  clean_up_tokenization_spaces: z.boolean().nullish(),
  clean_up_tokenization_spaces_for_bpe_even_though_it_will_corrupt_output: z.boolean().nullish(),
  chat_template: z
    .union([z.string(), z.array(z.object({ name: z.string(), template: z.string() }))])
    .nullish(),
})
type ConfigFile = z.infer<typeof fileSchema>

/** Null if the folder has no such file. */
async function readTokenizerConfig(folder: string): Promise<TokenizerConfig | null> {
  const config = await readConfigFile(join(folder, 'tokenizer_config.json'))
  const map = await readConfigFile(join(folder, 'special_tokens_map.json'))
  const template = await readOptional(join(folder, 'chat_template.jinja'))
  if (config === null && map === null && template === null) return null
  return {
    specialTokens: { ...specialTokensOf(map), ...specialTokensOf(config) },
    additionalSpecialTokens: [
      ...specialTokensWithoutRole(map),
      ...specialTokensWithoutRole(config),
    ],
    cleanUpSpaces: config?.clean_up_tokenization_spaces ?? false,
    cleanUpSpacesOfBytePairs:
      config?.clean_up_tokenization_spaces_for_bpe_even_though_it_will_corrupt_output ?? false,
    chatTemplate: template ?? chatTemplateOf(config),
  }
}

function specialTokensOf(file: ConfigFile | null): Record<string, string> {
  if (file === null) return {}
  const roles = Object.entries(specialTokensSchema.strip().parse(file))
  return Object.fromEntries(
    roles.filter((role): role is [string, string] => typeof role[1] === 'string'),
  )
}

/** Newer files call them extra, older ones additional. */
function specialTokensWithoutRole(file: ConfigFile | null): string[] {
  return [...(file?.additional_special_tokens ?? []), ...(file?.extra_special_tokens ?? [])]
}

function chatTemplateOf(config: ConfigFile | null): string | null {
  const source = config?.chat_template ?? null
  if (source === null || typeof source === 'string') return source
  return source.find(({ name }) => name === 'default')?.template ?? null
}

async function readConfigFile(path: string): Promise<ConfigFile | null> {
  const text = await readOptional(path)
  if (text === null) return null
  try {
    return fileSchema.parse(JSON.parse(text))
  } catch (error) {
    throw appError(
      'tokenizer-unavailable',
      'workload.invalidTokenizer',
      { path, why: textOf(error) },
      { field: 'tokenizer', cause: error },
    )
  }
}

/** The text of a file, or null if missing. */
async function readOptional(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    return null
  }
}

const tokenizerFileSchema = z.object({
  added_tokens: z.array(z.object({ id: z.int(), special: z.boolean() })).default([]),
  /** Only a byte pair encoding has merges. */
  model: z.object({ merges: z.unknown().optional() }),
})

export type FileTokenizerOptions = Readonly<{
  /** Clean-up as in the libraries of earlier clients; it loses spaces of the text. */
  tidiesBytePairs: boolean
  mode?: TokenizerMode
}>

type TokenizerFile = z.infer<typeof tokenizerFileSchema>

/** `path` is the tokenizer.json, or a file of another kind that replaces it. */
export async function loadFileTokenizer(
  path: string,
  options: FileTokenizerOptions = { tidiesBytePairs: false },
): Promise<Tokenizer> {
  const document = await readTokenizerDocument(path)
  const native = openNative(document, path)
  const content = tokenizerContent(document.bytes)
  const file = tokenizerFileSchema.parse(content)
  const config = document.renderChat === null ? await readTokenizerConfig(dirname(path)) : null
  const tidies = tidiesText(file, { config, ...options })
  const tidy = tidies ? cleanUpSpaces : (text: string) => text
  const own = options.mode === 'deepseek_v32' ? deepseekChat : document.renderChat
  const render = own ?? (await templateOf(config))
  const flagged = [...document.markIds, ...flaggedSpecialIds(file)]
  const certain = tidies ? null : certainCuts(content)
  let cuts: WordCuts | null = null
  const special = config ? specialIds(native, config) : flagged
  return {
    vocabSize: native.getVocabSize(false),
    addedIds: file.added_tokens.map(({ id }) => id),
    wholeVocabSize: native.getVocabSize(true),
    specialTokenIds: special,
    markIds: [...new Set([...special, ...flagged])].sort((a, b) => a - b),
    specialTokensAdded: (await native.encode('')).getLength(),
    wordCuts: () => {
      const size = native.getVocabSize(true)
      cuts ??= certain && wordCutsOf(certain, (id) => native.idToToken(id), size)
      return cuts
    },
    encode: async (texts, addSpecialTokens) => {
      const ids: Uint32Array[] = []
      for (const batch of batchesOf(texts)) {
        const encodings = await native.encodeBatch(batch, { addSpecialTokens })
        for (const encoding of encodings) ids.push(new Uint32Array(encoding.getIds()))
      }
      return ids
    },
    decode: async (sequences) => {
      const texts: string[] = []
      for (const batch of batchesOf(sequences)) {
        const lists = batch.map((ids) => [...ids])
        for (const text of await native.decodeBatch(lists, false)) texts.push(tidy(text))
      }
      return texts
    },
    renderChats: (chats) => new Promise((resolve) => resolve(render && chats.map(render))),
  }
}

const mostTogether = 512
const longestTogether = 2 ** 17

/** Consecutive inputs with enough work for all cores. The library takes some 500 bytes for a text and 100 for each token. */
function* batchesOf<Input extends string | Uint32Array>(
  inputs: readonly Input[],
): Generator<Input[]> {
  let batch: Input[] = []
  let length = 0
  for (const input of inputs) {
    batch.push(input)
    length += input.length
    if (batch.length < mostTogether && length < longestTogether) continue
    yield batch
    batch = []
    length = 0
  }
  if (batch.length > 0) yield batch
}

type RenderChat = (chat: ChatPrompt) => string

async function templateOf(config: TokenizerConfig | null): Promise<RenderChat | null> {
  return config?.chatTemplate ? chatTemplate(config.chatTemplate, config.specialTokens) : null
}

/** Removes length limits from training, because every text is encoded whole here. */
function openNative({ bytes, isFile }: TokenizerDocument, path: string): NativeTokenizer {
  try {
    const native = isFile
      ? NativeTokenizer.fromFile(path)
      : NativeTokenizer.fromString(bytes.toString())
    native.disableTruncation()
    native.disablePadding()
    return native
  } catch (error) {
    throw unreadable(path, error)
  }
}

function specialIds(native: NativeTokenizer, config: TokenizerConfig): number[] {
  const tokens = [...Object.values(config.specialTokens), ...config.additionalSpecialTokens]
  const ids = tokens.map((token) => native.tokenToId(token)).filter((id) => id !== null)
  return [...new Set(ids)].sort((a, b) => a - b)
}

/** Special ids of the file itself, which are all without a config. */
function flaggedSpecialIds({ added_tokens }: TokenizerFile): number[] {
  return added_tokens.filter(({ special }) => special).map(({ id }) => id)
}

function tidiesText(
  { model }: TokenizerFile,
  { config, tidiesBytePairs }: FileTokenizerOptions & Readonly<{ config: TokenizerConfig | null }>,
): boolean {
  if (!config?.cleanUpSpaces) return false
  if (config.cleanUpSpacesOfBytePairs || tidiesBytePairs) return true
  return model.merges === undefined
}

/**
 * Returns a function that renders a chat with the model's template, ready for a response. Throws `tokenizer-unavailable` if the
 * template cannot be parsed, or later if it rejects the messages. Templates are loaded here, because not every model has one.
 */
async function chatTemplate(
  source: string,
  specialTokens: Readonly<Record<string, string>>,
): Promise<RenderChat> {
  const { Template } = await import('@huggingface/jinja')
  const template = attempt(() => new Template(source))
  return ({ messages, tools, variables }) =>
    attempt(() =>
      template.render({
        ...specialTokens,
        messages,
        ...(tools && { tools }),
        add_generation_prompt: true,
        ...variables,
      }),
    )
}

function attempt<T>(action: () => T): T {
  try {
    return action()
  } catch (error) {
    throw new AppError(
      'tokenizer-unavailable',
      message('workload.chatTemplate', { why: textOf(error) }),
      {
        field: 'skipChatTemplate',
        remedy: message('workload.skipChatTemplate'),
        cause: error,
      },
    )
  }
}
