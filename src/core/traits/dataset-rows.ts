// Properties of a dataset for rules, form and requests, and the rows that the other rows spread.
import type { MediaForm } from '#core/backends/api-traits.ts'
import type { Message } from '#core/messages/message.ts'

/** Lengths of prompts and responses: made from flags, or read from rows and overridden by the flag. */
type Lengths =
  | `random${'' | '-documents' | '-conversations'}`
  | 'prefixes'
  | 'sonnet'
  | `${'sharegpt' | 'specBench' | 'speedBench' | 'custom' | 'hf'}OutputLen`
  | 'rows'

/** Means over conversations: turns, pause before a turn, and tokens of all turns. */
export type ConversationMeans = Readonly<{
  turns: number
  pauseMs: number
  input: number
  output: number
}>

export type DatasetTraits = Readonly<{
  /** Dataset listed just before it; without one, a feature's dataset is listed last. */
  listedAfter?: string
  lengths: Lengths
  /** Null if each row decides. */
  usualOutputTokens: number | null
  /** Null if requests contain only text. */
  media: MediaForm | null
  /** The only backends that accept it, and the message for others; null if its other traits decide. */
  only: Readonly<{ backends: readonly string[]; message: Message }> | null
  /** Whether the user specifies its path. */
  path: 'none' | 'optional' | 'required'
  /** Its prompts consist of ids drawn from the tokenizer's vocabulary. */
  drawsFromVocabulary: boolean
  /** Requests set `ignore_eos`, because random prompts otherwise get responses of random length. */
  ignoresEos: boolean
  /** Some compatibility profiles check whether the server tokenizes prompts the same way. */
  isAligned: boolean
  /** A count of 0 uses every row. */
  takesAllRows: boolean
  /** Rows are shuffled, and repeated if there are too few. */
  hasRows: boolean
  /** `--output-len` replaces the length flag named after the dataset. */
  takesOutputLen: boolean
  /** `--hf-output-len` is its length flag. */
  takesHfOutputLen: boolean
  /** Each request has its own send time. */
  hasOwnTimes: boolean
  /** Several prompts may go into one request. */
  takesBatchSize: boolean
  ranksDocuments: boolean
  /** Requests are turns of conversations, and the count is a number of conversations. */
  holdsConversations: boolean
  /** Conversations are agent trajectories: steps, tools, subagents. */
  holdsTrajectories: boolean
  /** The dataset's reader decides whether prompts use the model's chat template. */
  templateIsOptional: boolean
  takesTemplateVariables: boolean
  /** From the settings that it names; absent if `lengths` decide. */
  meansOf?: (config: never) => ConversationMeans
  /** Traits that depend on other settings of the benchmark, which it names. */
  chosen?: (config: never) => Partial<DatasetTraits>
  /** Settings that determine whether it fits a backend. */
  choices?: readonly object[]
}>

export type FeatureDatasets = Readonly<Record<string, DatasetTraits>>

export const made: DatasetTraits = {
  lengths: 'rows',
  usualOutputTokens: null,
  media: null,
  only: null,
  path: 'none',
  drawsFromVocabulary: true,
  ignoresEos: false,
  isAligned: false,
  takesAllRows: false,
  hasRows: false,
  takesOutputLen: true,
  takesHfOutputLen: false,
  hasOwnTimes: false,
  takesBatchSize: false,
  ranksDocuments: false,
  holdsConversations: false,
  holdsTrajectories: false,
  templateIsOptional: false,
  takesTemplateVariables: false,
}

export const recorded: DatasetTraits = {
  ...made,
  path: 'required',
  drawsFromVocabulary: false,
  hasRows: true,
}

export const ownPrompts: DatasetTraits = {
  ...recorded,
  takesAllRows: true,
  templateIsOptional: true,
  takesTemplateVariables: true,
}
