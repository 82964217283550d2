// A tokenizer read from a model's tokenizer.json and the files beside it.
import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import { z } from 'zod'
import { message, type Text, textOf } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { TokenizerMode } from '#core/flags/server.ts'
import type { WordCuts } from '#core/workload/random/word-cuts.ts'
import type { ChatPrompt, KeptList, KeptLists, Tokenizer } from '#core/workload/tokenizer.ts'
import { type CertainCuts, certainCuts, wordCutsOf } from './certain-cuts.ts'
import { deepseekChat } from './deepseek-chat.ts'
import type { KeptValues } from '#node/files/kept-values.ts'
import { type CoderTables, FileCoder } from './file-coder.ts'
import { readTokenizerConfig, type TokenizerConfig } from './tokenizer-config.ts'
import { readTokenizerDocument, type TokenizerDocument } from './tokenizer-document.ts'

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

/** `path` is the tokenizer.json, or another file that replaces it. `kept` is the cache for this file; null disables it. */
export async function loadFileTokenizer(
  path: string,
  options: FileTokenizerOptions = { tidiesBytePairs: false },
  kept: KeptValues | null = null,
): Promise<Tokenizer> {
  const { coder, document } = await openCoder(path, kept)
  const file = tokenizerFileSchema.parse(coder.content)
  const config = document.renderChat === null ? await readTokenizerConfig(dirname(path)) : null
  const tidies = tidiesText(file, { config, ...options })
  const own = options.mode === 'deepseek_v32' ? deepseekChat : document.renderChat
  const render = own ?? (await templateOf(config))
  const flagged = [...document.markIds, ...flaggedSpecialIds(file)]
  const certain = tidies ? null : certainCuts(coder.content)
  let cuts: WordCuts | null = null
  const special = config ? specialIds(coder, config) : flagged
  return {
    vocabSize: coder.vocabSize,
    addedIds: file.added_tokens.map(({ id }) => id),
    wholeVocabSize: coder.wholeVocabSize,
    specialTokenIds: special,
    markIds: [...new Set([...special, ...flagged])].sort((a, b) => a - b),
    specialTokensAdded: await coder.specialTokensAdded(),
    wordCuts: () => (cuts ??= certain && cutsIn(kept, certain, coder)),
    keptLists: kept === null ? undefined : keptListsIn(kept),
    encode: (texts, addSpecialTokens) => coder.encode(texts, addSpecialTokens),
    decode: async (sequences) => {
      const texts = await coder.decode(sequences)
      return tidies ? texts.map(cleanUpSpaces) : texts
    },
    renderChats: (chats) => new Promise((resolve) => resolve(render && chats.map(render))),
  }
}

type OpenedCoder = Readonly<{
  coder: FileCoder
  document: Pick<TokenizerDocument, 'markIds' | 'renderChat'>
}>

async function openCoder(path: string, kept: KeptValues | null): Promise<OpenedCoder> {
  const tables = (kept?.take('tables') ?? null) as CoderTables | null
  if (tables !== null) {
    return { coder: new FileCoder(tables, path), document: { markIds: [], renderChat: null } }
  }
  const document = await readTokenizerDocument(path)
  const coder = new FileCoder(document, path)
  const isLarge = document.isFile && coder.wholeVocabSize >= fewestKept
  const made = kept !== null && isLarge ? coder.tables : null
  if (made !== null) kept?.keep('tables', made)
  return { coder, document }
}

/** With fewer tokens, reading and converting is as fast as a cached file. */
const fewestKept = 10_000

function cutsIn(kept: KeptValues | null, certain: CertainCuts, coder: FileCoder): WordCuts {
  const size = coder.wholeVocabSize
  const make = () => wordCutsOf(certain, (id) => coder.tokenOf(id), size)
  return kept === null || size < fewestKept ? make() : kept.of('cuts', make)
}

function keptListsIn(kept: KeptValues): KeptLists {
  const nameOf = (ids: Uint32Array) => `list ${createHash('sha256').update(ids).digest('hex')}`
  return {
    take: (ids) => kept.take(nameOf(ids)) as KeptList | null,
    keep: (ids, list) => {
      if (ids.length >= fewestKept) kept.keep(nameOf(ids), list)
    },
  }
}

type RenderChat = (chat: ChatPrompt) => string

async function templateOf(config: TokenizerConfig | null): Promise<RenderChat | null> {
  if (config === null) return null
  const { chatTemplates, specialTokens } = config
  const { default: usual, tool_use: toolUse } = chatTemplates
  const names = Object.keys(chatTemplates).filter((name) => chatTemplates[name] !== '')
  if (names.length === 0) return null
  // Few chats have tools, so its faults concern only these.
  const forTools = toolUse ? await chatTemplate(toolUse, specialTokens).catch(throwing) : null
  const forOthers = usual ? await chatTemplate(usual, specialTokens) : null
  return (chat) => {
    const render = (chat.tools && forTools) ?? forOthers
    if (render !== null) return render(chat)
    throw unusableTemplate(message('workload.chatTemplateNames', { names: names.join(', ') }))
  }
}

function specialIds(coder: FileCoder, config: TokenizerConfig): number[] {
  const tokens = [...Object.values(config.specialTokens), ...config.additionalSpecialTokens]
  const ids = tokens.map((token) => coder.idOf(token)).filter((id) => id !== null)
  return [...new Set(ids)].sort((a, b) => a - b)
}

/** Special ids of the file itself; these are all if there is no config. */
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
  const { parseChatTemplate } = await import('./chat-template.ts')
  const render = attempt(() => parseChatTemplate(source))
  return ({ messages, tools, variables }) =>
    attempt(() =>
      render({
        ...specialTokens,
        messages,
        // Servers pass both, also if a request has none.
        tools: tools ?? null,
        documents: null,
        add_generation_prompt: true,
        ...variables,
      }),
    )
}

function attempt<T>(action: () => T): T {
  try {
    return action()
  } catch (error) {
    throw unusableTemplate(textOf(error), error)
  }
}

function throwing(error: unknown): RenderChat {
  return () => {
    throw error
  }
}

function unusableTemplate(why: Text, cause?: unknown): AppError {
  return new AppError('tokenizer-unavailable', message('workload.chatTemplate', { why }), {
    field: 'skipChatTemplate',
    remedy: message('workload.skipChatTemplate'),
    cause,
  })
}

const replacements = [
  [' .', '.'],
  [' ?', '?'],
  [' !', '!'],
  [' ,', ','],
  [" ' ", "'"],
  [" n't", "n't"],
  [" 'm", "'m"],
  [" 's", "'s"],
  [" 've", "'ve"],
  [" 're", "'re"],
] as const

/** As some tokenizers decode: no space before punctuation and English contractions. */
export function cleanUpSpaces(text: string): string {
  return replacements.reduce((tidied, [from, to]) => tidied.replaceAll(from, to), text)
}
