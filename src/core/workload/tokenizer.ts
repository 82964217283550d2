// What datasets need of a tokenizer, anyone who does the work: a model file, or the server itself.
import type { ChatMessage } from './message-content.ts'
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
  /** Null where it is not certain that texts can be cut there. */
  wordCuts(): WordCuts | null
  encode(texts: readonly string[], addSpecialTokens: boolean): Promise<readonly Uint32Array[]>
  /** Special tokens are kept in the text. */
  decode(sequences: readonly Uint32Array[]): Promise<readonly string[]>
  /** In the model's own chat template; null when it has none. */
  renderChats(chats: readonly ChatPrompt[]): Promise<readonly string[] | null>
}
