// Tokenizer interface for datasets, implemented by a model file or the server.
import { appError } from '#core/model/app-error.ts'
import { type ChatMessage, userMessage } from './message-content.ts'
import type { WordCuts } from './random/word-cuts.ts'
import type { LongText } from './shared-text.ts'

type CutText = Readonly<{ places: Uint32Array; text: LongText }>

/** Ids that can be cut, without the ids; `encoded` is null if they are a fixed point. */
export type KeptList = CutText &
  Readonly<{ encoded: (CutText & Readonly<{ ids: Uint32Array }>) | null }>

/** Lists converted in earlier runs, by their ids. */
export type KeptLists = Readonly<{
  take: (ids: Uint32Array) => KeptList | null
  keep: (ids: Uint32Array, list: KeptList) => void
}>

/** Input of a chat template, up to the start of the model's response. */
export type ChatPrompt = Readonly<{
  messages: readonly ChatMessage[]
  /** Functions that the model may call. */
  tools?: readonly unknown[]
  /** Variables of some templates, such as a switch for thinking. */
  variables?: Readonly<Record<string, unknown>>
}>

export interface Tokenizer {
  /** Size of the base vocabulary without added tokens. Random prompts draw ids below it. */
  readonly vocabSize: number
  /** Ids of added tokens, special or not; absent if unknown. */
  readonly addedIds?: readonly number[]
  /** Size including added tokens. */
  readonly wholeVocabSize: number
  /** Ids never used in random prompts. */
  readonly specialTokenIds: readonly number[]
  /** Ids of all control tokens, including those without a role. */
  readonly markIds: readonly number[]
  /** Number of tokens that an encode with special tokens adds (BOS and the like). */
  readonly specialTokensAdded: number
  /** Returns the same object each time; null if texts may not split cleanly there. */
  wordCuts(): WordCuts | null
  /** Absent if none can be stored. */
  readonly keptLists?: KeptLists | undefined
  encode(texts: readonly string[], addSpecialTokens: boolean): Promise<readonly Uint32Array[]>
  /** Keeps special tokens in the text. */
  decode(sequences: readonly Uint32Array[]): Promise<readonly string[]>
  /** Renders with the model's own chat template; null if it has none. */
  renderChats(chats: readonly ChatPrompt[]): Promise<readonly string[] | null>
}

/** Renders each prompt as one user message. Throws if the model has no template. */
export function renderedPrompts(
  prompts: readonly string[],
  tokenizer: Pick<Tokenizer, 'renderChats'>,
): Promise<readonly string[]> {
  const chats = prompts.map((prompt) => ({ messages: [userMessage(prompt)] }))
  return renderedChats(chats, tokenizer)
}

/** Renders each prompt as one user message, or leaves it unchanged if the model has no template. */
export async function renderedIfPossible(
  prompts: readonly string[],
  tokenizer: Pick<Tokenizer, 'renderChats'>,
): Promise<readonly string[]> {
  const chats = prompts.map((prompt) => ({ messages: [userMessage(prompt)] }))
  return (await tokenizer.renderChats(chats)) ?? prompts
}

export async function renderedChats(
  chats: readonly ChatPrompt[],
  tokenizer: Pick<Tokenizer, 'renderChats'>,
): Promise<readonly string[]> {
  const rendered = await tokenizer.renderChats(chats)
  if (rendered !== null) return rendered
  throw appError('invalid-input', 'workload.noChatTemplate', {}, { field: 'skipChatTemplate' })
}
