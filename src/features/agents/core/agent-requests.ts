// Requests of trajectories: one per step, with the messages that are new in it. The context is added when the request
// is sent, because it needs the earlier responses.
import type { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { drawThinkS, type ThinkTime } from '#core/workload/conversations/turn-requests.ts'
import type { SampledRequest, SampledStep } from '#core/workload/sampled-request.ts'
import { drawLognormal, type Lognormal } from '#core/random/lognormal.ts'
import {
  answerMessage,
  branchesOf,
  branchFrom,
  type CountedStep,
  type CountedTrajectory,
} from './trajectory.ts'

export type AgentOptions = Readonly<{
  requestIdPrefix: string
  /** Whether contexts contain the recorded responses or the server's own. */
  history: 'answers' | 'recorded'
  /** Think time of steps without a recorded pause. */
  thinkTime: ThinkTime
  /** Seconds of a tool call without a recorded latency. */
  toolLatency: Lognormal
  /** Limit for the tool time and for the think time of a step. */
  maxPauseS: number
  random: NumpyRandomState
}>

export function agentRequests(
  trajectories: readonly CountedTrajectory[],
  options: AgentOptions,
): SampledRequest[] {
  return trajectories.flatMap((trajectory, position) =>
    requestsOf(trajectory, `${options.requestIdPrefix}agent-${position}`, options),
  )
}

function requestsOf(
  { steps, tools }: CountedTrajectory,
  conversationId: string,
  options: AgentOptions,
): SampledRequest[] {
  const promptTokens: number[] = []
  const branches = branchesOf(steps)
  return steps.map((step, number) => {
    const { continues } = step
    const before = continues === null ? undefined : steps[continues]
    const contextTokens =
      continues === null ? 0 : (promptTokens[continues] ?? 0) + answerTokensOf(before, options)
    promptTokens.push(contextTokens + step.ownTokens)
    const isRepeated = before !== undefined && options.history === 'recorded'
    return {
      prompt: lastText(step),
      promptTokens: contextTokens + step.ownTokens,
      expectedOutputTokens: step.outputTokens,
      requestId: `${conversationId}-step${number}`,
      chatMessages: [...(isRepeated ? [answerMessage(before)] : []), ...step.messages],
      ...overridesOf(tools, step),
      turn: {
        conversationId,
        number,
        thinkS: thinkS(step, options),
        step: {
          after: step.after,
          continues,
          toolS: toolS(step, options),
          depth: step.depth,
          sharedTokens: step.sharedTokens,
          calls: step.calls,
          ...branchOf(branches[number] ?? null),
          ...cancelOf(steps, number),
        },
      },
    }
  })
}

function branchOf(branch: number | null): Pick<SampledStep, 'branch'> {
  return branch === null ? {} : { branch }
}

function cancelOf(steps: readonly CountedStep[], number: number): Pick<SampledStep, 'cancel'> {
  const cancel = steps[number]?.cancel
  return cancel === undefined ? {} : { cancel: { ...cancel, steps: branchFrom(steps, number) } }
}

function overridesOf(
  tools: CountedTrajectory['tools'],
  { runsOn }: CountedStep,
): Pick<SampledRequest, 'bodyOverrides'> {
  if (tools === null && runsOn === undefined) return {}
  return {
    bodyOverrides: {
      ...(tools !== null && { tools, tool_choice: 'none' }),
      ...(runsOn && { ignore_eos: true }),
    },
  }
}

function answerTokensOf(step: CountedStep | undefined, { history }: AgentOptions): number {
  if (step === undefined) return 0
  return history === 'recorded' ? step.answerTokens : step.outputTokens
}

function thinkS(step: CountedStep, { thinkTime, maxPauseS, random }: AgentOptions): number {
  if (step.after.length === 0) return Math.min(maxPauseS, step.thinkS ?? 0)
  return Math.min(maxPauseS, step.thinkS ?? drawThinkS(thinkTime, random))
}

/** The slowest tool counts, because tools of one step run in parallel. */
function toolS({ toolS, tools }: CountedStep, options: AgentOptions): number {
  const { toolLatency, maxPauseS, random } = options
  if (toolS !== null) return Math.min(maxPauseS, toolS)
  let slowestS = 0
  for (let tool = 0; tool < tools; tool++) {
    slowestS = Math.max(slowestS, drawLognormal(toolLatency, random))
  }
  return Math.min(maxPauseS, slowestS)
}

function lastText({ messages }: CountedStep): string {
  const content = messages.at(-1)?.content
  return typeof content === 'string' ? content : ''
}
