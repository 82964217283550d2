// One request of a dataset before serialisation.
import type { ChatMessage, ContentPart, MediaPart } from './message-content.ts'
import type { PromptText } from './random/round-trips.ts'
import type { TokenIds } from './token-ids.ts'

/** Text, or token ids for backends that accept them. */
export type Prompt = PromptText | TokenIds

export type SampledRequest = Readonly<{
  prompt: Prompt
  /** Further inputs of the same request, in one list with the prompt: more prompts, or the documents to rank. */
  furtherPrompts?: readonly Prompt[]
  /** Sum over all its prompts, by the client's count. */
  promptTokens: number
  expectedOutputTokens: number
  requestId: string | null
  /** Arrival time in a recorded trace, in seconds from the trace's zero. */
  arrivesAtS?: number
  /** Leading tokens shared with an earlier request of a trace; absent if the dataset has no blocks. */
  reusableTokens?: number
  media?: readonly MediaPart[]
  /** Message in which text and images alternate; replaces prompt and media. */
  content?: readonly ContentPart[]
  /** Position in a conversation, whose requests are consecutive. */
  turn?: SampledTurn | undefined
  /** All messages, instead of one created from the prompt; for a turn only its new messages. */
  chatMessages?: readonly ChatMessage[]
  /** A recording to transcribe. */
  recording?: AudioFile
  /** Body fields of this request, which override all others. */
  bodyOverrides?: Readonly<Record<string, unknown>>
}>

type SampledTurn = Readonly<{
  /** Also a prefix of its request id. */
  conversationId: string
  /** From 0. */
  number: number
  /** Seconds from the end of the preceding response until it is due; for an agent step without its tools. */
  thinkS: number
  /** Absent if each turn follows the one before it. */
  step?: SampledStep
}>

/** Tool call in the format of OpenAI-compatible APIs; `arguments` is JSON text. */
export type ToolCall = Readonly<{
  id: string
  type: 'function'
  function: Readonly<{ name: string; arguments: string }>
}>

/** A step of an agent's trajectory. */
export type SampledStep = Readonly<{
  /** Numbers of the steps that end before it begins. */
  after: readonly number[]
  /** Number of the step whose context it extends; null begins a new context. */
  continues: number | null
  toolS: number
  /** Steps on the longest chain before it, including skipped ones. */
  depth: number
  /** Leading tokens of a new context that an earlier one shares. */
  sharedTokens: number
  calls: readonly ToolCall[]
  /** Number of the step that began its innermost branch; absent outside branches. */
  branch?: number
  /** Present on the step that begins a cancellable branch. */
  cancel?: PlannedCancel
}>

/** Conditions that cancel a branch; the first one met counts. Null if a condition does not apply. */
export type BranchCancel = Readonly<{
  /** Seconds since its first request was sent. */
  afterS: number | null
  /** Sum of output tokens over its steps. */
  afterTokens: number | null
  /** End of any of these steps, by position. */
  when: readonly number[]
}>

/** Conditions that cancel a branch, and its steps. */
export type PlannedCancel = BranchCancel & Readonly<{ steps: readonly number[] }>

/** An audio file, sent unchanged. */
export type AudioFile = Readonly<{
  bytes: Uint8Array
  fileName: string
  /** Null lets the receiver infer it from the name. */
  mediaType: string | null
  durationS: number
}>

/** Input value for the body: the prompt, or the list of all prompts. */
export function inputOf({ prompt, furtherPrompts }: SampledRequest): Prompt | readonly Prompt[] {
  return furtherPrompts === undefined ? prompt : [prompt, ...furtherPrompts]
}
