// An agent trajectory: model calls, their dependencies, and the messages that each adds to its context.
import type { ChatMessage } from '#core/workload/message-content.ts'
import type { BranchCancel, ToolCall } from '#core/workload/sampled-request.ts'

/** A piece of a prompt with a known length but no recorded text. Equal keys mean equal text. */
export type MadePiece = Readonly<{ key: string; tokens: number }>

/** One model call. Every step is listed after the steps that it refers to. */
export type TrajectoryStep = Readonly<{
  /** Positions of the steps that must end before it begins: one in a loop, several if subagents join. */
  after: readonly number[]
  /** Position of the step whose context it extends; null begins a new context. */
  continues: number | null
  /** New messages: user messages and tool results, and the system prompt of a new context. */
  messages: readonly ChatMessage[]
  /** Tool time in seconds between the last of `after` and this step; if null, it is drawn. */
  toolS: number | null
  /** Additional think time in seconds; if null, it is drawn. */
  thinkS: number | null
  /** Number of tool calls between the two, for the draw: each has its own latency, and the slowest counts. */
  tools: number
  /** Tokens of the requested response; null means the length of `answer`. */
  outputTokens: number | null
  /** The recorded response, if any. */
  answer: string | null
  /** Tool calls in the response. */
  calls: readonly ToolCall[]
  /** Steps on the longest chain before it; absent if `after` determines it. */
  depth?: number
  /** Pieces of a generated user message after `messages`; the response is also generated. Absent if all was recorded. */
  made?: readonly MadePiece[]
  /** Pieces of the texts in `messages`; absent if each text is one piece. */
  texts?: readonly string[]
  /** The response runs to full length, because it follows generated text. */
  runsOn?: true
  /** The client may cancel the branch that begins here; see `branchFrom`. */
  cancel?: BranchCancel
}>

export type Trajectory = Readonly<{
  steps: readonly TrajectoryStep[]
  /** Sent with each of its requests; null for none. */
  tools: readonly unknown[] | null
}>

export type CountedStep = TrajectoryStep &
  Readonly<{
    /** Tokens of the step's own messages. */
    ownTokens: number
    outputTokens: number
    /** Tokens of the recorded response, tool calls included. */
    answerTokens: number
    /** Tokens of a new context's messages that an earlier context also begins with. */
    sharedTokens: number
    depth: number
  }>

export type CountedTrajectory = Readonly<{
  steps: readonly CountedStep[]
  tools: readonly unknown[] | null
}>

/** The response as a message, which the next request of the context repeats. */
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

/** A step and the steps that depend only on it. Ascending. */
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

/** For each step, the step that began its innermost branch: a subagent, or a cancellable branch. Null outside branches. */
export function branchesOf(
  steps: readonly Pick<TrajectoryStep, 'after' | 'continues' | 'cancel'>[],
): readonly (number | null)[] {
  const innermost = Array<number | null>(steps.length).fill(null)
  for (const [number, { after, continues, cancel }] of steps.entries()) {
    if (after.length === 0 || (continues !== null && cancel === undefined)) continue
    const branch = branchFrom(steps, number)
    // A new context that leads to the last step is not a branch.
    if (branch.includes(steps.length - 1)) continue
    // An inner branch begins later and therefore overwrites the outer one.
    for (const one of branch) innermost[one] = number
  }
  return innermost
}

/** For each step, the number of steps on the longest chain before it. */
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

/** Positions of the steps that ended before step `number` began, starting with its direct dependencies. */
export function ancestorsOf(
  steps: readonly Readonly<{ after: readonly number[] }>[],
  number: number,
): ReadonlySet<number> {
  const found = new Set(steps[number]?.after)
  // Iterating a set also visits items added during the iteration.
  for (const one of found) for (const earlier of steps[one]?.after ?? []) found.add(earlier)
  return found
}
