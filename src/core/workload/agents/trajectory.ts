// A trajectory of an agent: model calls, what each waits for, and the messages that each adds to its context.
import type { ChatMessage } from '../message-content.ts'

/** As OpenAI-like APIs write it; `arguments` is JSON as text. */
export type ToolCall = Readonly<{
  id: string
  type: 'function'
  function: Readonly<{ name: string; arguments: string }>
}>

/** A piece of a prompt of which only the length is known. Equal keys are equal text. */
export type MadePiece = Readonly<{ key: string; tokens: number }>

/** One model call. Steps are listed so that each follows the steps it refers to. */
export type TrajectoryStep = Readonly<{
  /** Positions of the steps that end before it begins: one for a loop, several where subagents join. */
  after: readonly number[]
  /** Position of the step whose messages and response come before its own; null begins a new context. */
  continues: number | null
  /** New in it: user messages and tool results, and the system prompt of a new context. */
  messages: readonly ChatMessage[]
  /** Seconds the tools take between the last of `after` and this step; null draws them. */
  toolS: number | null
  /** Seconds a user thinks in addition; null draws them. */
  thinkS: number | null
  /** Tool calls between the two, for the draw: each has a latency of its own, and the slowest counts. */
  tools: number
  /** Of the requested response; null is the length of `answer`. */
  outputTokens: number | null
  /** The recorded response; null where none was recorded. */
  answer: string | null
  /** Tools that the response calls. */
  calls: readonly ToolCall[]
  /** Steps on the longest chain before it; absent where it follows from `after`. */
  depth?: number
  /** What a user says after `messages`, to be made; the response is made as well. Absent where all was recorded. */
  made?: readonly MadePiece[]
  /** The pieces that the texts of `messages` consist of; absent where each is one. */
  texts?: readonly string[]
  /** The response runs to its full length, because it follows made text. */
  runsOn?: true
  /** It begins a branch that the client may cancel: see `branchFrom`. */
  cancel?: BranchCancel
}>

/** What cancels a branch, whichever comes first; null where that does not. */
export type BranchCancel = Readonly<{
  /** Seconds since its first request left. */
  afterS: number | null
  /** Output tokens of all its steps together. */
  afterTokens: number | null
  /** The end of any of these steps, by their positions. */
  when: readonly number[]
}>

export type Trajectory = Readonly<{
  steps: readonly TrajectoryStep[]
  /** Sent with every request of it; null for none. */
  tools: readonly unknown[] | null
}>

export type CountedStep = TrajectoryStep &
  Readonly<{
    /** Of the own messages. */
    ownTokens: number
    outputTokens: number
    /** Of the recorded response with its tool calls. */
    answerTokens: number
    /** Of the messages of a new context: those that a context before it begins with, too. */
    sharedTokens: number
    depth: number
  }>

export type CountedTrajectory = Readonly<{
  steps: readonly CountedStep[]
  tools: readonly unknown[] | null
}>

/** The response as a message that the next request of its context repeats. */
export function answerMessage({
  answer,
  calls,
}: Pick<TrajectoryStep, 'answer' | 'calls'>): ChatMessage {
  return {
    role: 'assistant',
    content: answer ?? '',
    ...(calls.length > 0 && { tool_calls: calls }),
  }
}

/** A step and all that only it leads to: the steps that wait for none outside. Ascending. */
export function branchFrom(
  steps: readonly Pick<TrajectoryStep, 'after'>[],
  first: number,
): readonly number[] {
  const branch = new Set([first])
  for (const [number, { after }] of steps.entries()) {
    if (after.length > 0 && after.every((one) => branch.has(one))) branch.add(number)
  }
  return [...branch]
}

/** The step that began the branch that each is in, the innermost: a subagent, or what may be cancelled. Null outside. */
export function branchesOf(
  steps: readonly Pick<TrajectoryStep, 'after' | 'continues' | 'cancel'>[],
): readonly (number | null)[] {
  const innermost = Array<number | null>(steps.length).fill(null)
  for (const [number, { after, continues, cancel }] of steps.entries()) {
    if (after.length === 0 || (continues !== null && cancel === undefined)) continue
    const branch = branchFrom(steps, number)
    // A new context on the way to the end is none.
    if (branch.includes(steps.length - 1)) continue
    // A branch within another begins after it.
    for (const one of branch) innermost[one] = number
  }
  return innermost
}

/** Steps on the longest chain before each. */
export function depthsOf(
  steps: readonly Pick<TrajectoryStep, 'after' | 'depth'>[],
): readonly number[] {
  const depths: number[] = []
  for (const { after, depth } of steps) {
    const chains = after.map((step) => (depths[step] ?? 0) + 1)
    depths.push(depth ?? Math.max(0, ...chains))
  }
  return depths
}
