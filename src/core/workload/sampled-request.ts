// One request a dataset asks for, before it becomes bytes.
import type { ChatMessage, ContentPart, MediaPart } from './message-content.ts'
import type { BranchCancel, ToolCall } from './agents/trajectory.ts'
import type { PromptText } from './random/round-trips.ts'
import type { TokenIds } from './token-ids.ts'

/** Text, or token ids for backends that take them. */
export type Prompt = PromptText | TokenIds

export type SampledRequest = Readonly<{
  prompt: Prompt
  /** Sent in the same request, as one list with the prompt: more of its kind, or the documents to rank for it. */
  furtherPrompts?: readonly Prompt[]
  /** Tokens of all its prompts by the client's count. */
  promptTokens: number
  /** Tokens the server is asked to generate. */
  expectedOutputTokens: number
  requestId: string | null
  /** When a recorded trace has it come, in seconds from the trace's zero. */
  arrivesAtS?: number
  /** Tokens that an earlier request of a trace begins with, too; left out where the dataset names no blocks. */
  reusableTokens?: number
  /** Shown or played along with the prompt. */
  media?: readonly MediaPart[]
  /** The message where text and images alternate; replaces prompt and media. */
  content?: readonly ContentPart[]
  /** Its place in a conversation, where the requests of one follow each other. */
  turn?: SampledTurn | undefined
  /** All messages, in place of one made of the prompt; of a turn those that are new in it. */
  chatMessages?: readonly ChatMessage[]
  /** A recording to transcribe. */
  recording?: Recording
  /** Fields of the body that this request has of its own; they win over all others. */
  bodyOverrides?: Readonly<Record<string, unknown>>
}>

type SampledTurn = Readonly<{
  /** Starts its request id, too. */
  conversationId: string
  /** From 0. */
  number: number
  /** From the end of the answer before it until it is due; of a step of an agent, without its tools. */
  thinkS: number
  /** Left out where each turn follows the one before it. */
  step?: SampledStep
}>

/** A step of an agent's trajectory. */
export type SampledStep = Readonly<{
  /** Numbers of the steps that end before it begins. */
  after: readonly number[]
  /** Number of the step whose messages and response come before its own; null begins a new context. */
  continues: number | null
  toolS: number
  /** Steps on the longest chain before it, those that were left out included. */
  depth: number
  /** Of a new context: tokens that an earlier one begins with, too. */
  sharedTokens: number
  /** Tools that its response calls. */
  calls: readonly ToolCall[]
  /** Number of the step that began its branch, the innermost; left out where it is in none. */
  branch?: number
  /** Of the step that begins a branch that may be cancelled. */
  cancel?: PlannedCancel
}>

/** What cancels a branch, and its steps. */
export type PlannedCancel = BranchCancel & Readonly<{ steps: readonly number[] }>

/** A sound file, sent as it is. */
export type Recording = Readonly<{
  bytes: Uint8Array
  fileName: string
  /** Null leaves it to the receiver to infer from the name. */
  mediaType: string | null
  durationS: number
}>

/** All input, as one value of the body: the prompt, or the list of all of them. */
export function inputOf({ prompt, furtherPrompts }: SampledRequest): Prompt | readonly Prompt[] {
  return furtherPrompts === undefined ? prompt : [prompt, ...furtherPrompts]
}
