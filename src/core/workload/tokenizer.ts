// What datasets need of a tokenizer, whether a model file or the server does the work.
import { appError } from '#core/model/app-error.ts'
import { type ChatMessage, userMessage } from './message-content.ts'
import type { WordCuts } from './random/word-cuts.ts'

/** What a chat template is filled with, ready for the model's answer. */
export type ChatPrompt = Readonly<{
  messages: readonly ChatMessage[]
  /** Functions the model may call. */
  tools?: readonly unknown[]
  /** Variables some templates know, such as a switch for thinking. */
  variables?: Readonly<Record<string, unknown>>
}>

export interface Tokenizer {
  /** Base vocabulary without added tokens. Random prompts draw ids below it. */
  readonly vocabSize: number
  /** Ids of added tokens, special or not; left out where they are not known. */
  readonly addedIds?: readonly number[]
  /** With its added tokens. */
  readonly wholeVocabSize: number
  /** Ids never used in random prompts. */
  readonly specialTokenIds: readonly number[]
  /** Ids of all tokens that are marks and no text, those without a role of their own among them. */
  readonly markIds: readonly number[]
  /** Tokens an encode with special tokens adds (BOS and the like). */
  readonly specialTokensAdded: number
  /** The same object each time; null where it is not certain that texts can be cut there. */
  wordCuts(): WordCuts | null
  encode(texts: readonly string[], addSpecialTokens: boolean): Promise<readonly Uint32Array[]>
  /** Special tokens are kept in the text. */
  decode(sequences: readonly Uint32Array[]): Promise<readonly string[]>
  /** In the model's own chat template; null when it has none. */
  renderChats(chats: readonly ChatPrompt[]): Promise<readonly string[] | null>
}

// Prompts in the model's chat template, or a sentence on what to do where the model has none.

/** Each prompt as one message of a user. */
export function renderedPrompts(
  prompts: readonly string[],
  tokenizer: Pick<Tokenizer, 'renderChats'>,
  variables: ChatPrompt['variables'] = {},
): Promise<readonly string[]> {
  const chats = prompts.map((prompt) => ({ messages: [userMessage(prompt)], variables }))
  return renderedChats(chats, tokenizer)
}

/** Each prompt as one message of a user, or as it is where the model has no template. */
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
