// Random trajectories: an agent with a system prompt reads a task, calls a tool in every step but the last, and sometimes waits
// for subagents.
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import type { Tokenizer } from '#core/workload/tokenizer.ts'
import { drawCount, drawCounts, lengthBiased } from '#core/random/lognormal.ts'
import { fillIn, type MadeText } from './made-texts.ts'
import type { Trajectory, TrajectoryStep } from './trajectory.ts'
import type { ToolCall } from '#core/workload/sampled-request.ts'

/** Exported for tests. */
export type RandomAgentSpec = Readonly<{
  count: number
  /** Number of trajectories, the first ones, that began before the run: their steps are drawn in proportion to their number. */
  midway: number
  /** Means of log-normal draws, at least 1 each; in tokens except for the steps. */
  steps: number
  taskLen: number
  toolResultLen: number
  outputLen: number
  /** Coefficient of variation of these draws. */
  variation: number
  /** Tokens of the system prompt, which all agents share. */
  systemLen: number
  /** Share of the steps after the first that are preceded by subagents; number of subagents; mean number of their steps. */
  fanOutShare: number
  subagents: number
  subagentSteps: number
  /** Share of the subagents that are cancelled after a uniformly drawn part of their output. */
  cancelledShare: number
  /** Whether responses are also generated, for contexts that repeat recorded ones. */
  hasAnswers: boolean
  seed: number
}>

type DraftStep = Omit<TrajectoryStep, 'messages' | 'answer' | 'outputTokens'> &
  Readonly<{
    said: readonly Readonly<{ role: 'system' | 'user' | 'tool'; text: MadeText; callId?: string }>[]
    response: MadeText
  }>

/** The same spec always gives the same trajectories, with or without responses. */
export async function randomTrajectories(
  spec: RandomAgentSpec,
  tokenizer: Tokenizer,
): Promise<Trajectory[]> {
  const random = new NumpyRandomState(spec.seed)
  const system: MadeText = { tokens: spec.systemLen, text: '' }
  const steps = { mean: spec.steps, variation: spec.variation }
  const agents = [
    ...drawCounts(spec.midway, lengthBiased(steps), random),
    ...drawCounts(spec.count - spec.midway, steps, random),
  ]
  const drafts = agents.map((count) => draftOf(spec, { count, system, random }))
  const drafted = drafts.flat()
  const said = [system, ...drafted.flatMap((step) => step.said.map(({ text }) => text))]
  await fillIn([...new Set(said)], { tokenizer, random })
  if (spec.hasAnswers) {
    const responses = drafted.map(({ response }) => response)
    await fillIn(responses, { tokenizer, random })
  }
  return drafts.map((draft) => ({
    tools: null,
    steps: draft.map(({ said: texts, response, ...step }) => ({
      ...step,
      messages: texts.map(({ role, text: { text: content }, callId }) =>
        callId === undefined ? { role, content } : { role, tool_call_id: callId, content },
      ),
      outputTokens: response.tokens,
      answer: spec.hasAnswers ? response.text : null,
    })),
  }))
}

type Draft = Readonly<{ count: number; system: MadeText; random: NumpyRandomState }>

/** Draws in step order: the input of each step, its response, and whether subagents follow. */
function draftOf(spec: RandomAgentSpec, { count: ownSteps, system, random }: Draft): DraftStep[] {
  const draft: DraftStep[] = []
  const drawTokens = (mean: number): MadeText => ({
    tokens: mean === 0 ? 0 : drawCount({ mean, variation: spec.variation }, random),
    text: '',
  })
  let calls = 0
  const newCalls = (count: number, name: string): ToolCall[] =>
    Array.from({ length: count }, () => {
      return { id: `call_${calls++}`, type: 'function', function: { name, arguments: '{}' } }
    })

  /** Returns the position of its last step. */
  function addAgent(count: number, begunBy: readonly number[], mayFanOut: boolean): number {
    let last = draft.length
    let asked: readonly ToolCall[] = []
    let joined: readonly number[] = []
    for (let step = 0; step < count; step++) {
      const isFirst = step === 0
      const isLast = step === count - 1
      const results = asked.map(({ id }) => {
        return { role: 'tool' as const, callId: id, text: drawTokens(spec.toolResultLen) }
      })
      const task = { role: 'user' as const, text: drawTokens(isFirst ? spec.taskLen : 0) }
      const fansOut = !isLast && mayFanOut && random.double() < spec.fanOutShare
      const called = isLast ? [] : newCalls(fansOut ? spec.subagents : 1, toolName(fansOut))
      const position = draft.length
      draft.push({
        after: isFirst ? begunBy : joined.length > 0 ? joined : [last],
        continues: isFirst ? null : last,
        said: isFirst ? [{ role: 'system', text: system }, task] : results,
        toolS: joined.length > 0 || isFirst ? 0 : null,
        thinkS: 0,
        tools: joined.length > 0 || isFirst ? 0 : 1,
        calls: called,
        response: drawTokens(spec.outputLen),
      })
      last = position
      asked = called
      joined = fansOut
        ? called.map(() => {
            const steps = { mean: spec.subagentSteps, variation: spec.variation }
            return addSubagent(drawCount(steps, random), position)
          })
        : []
    }
    return last
  }

  function addSubagent(count: number, begunBy: number): number {
    const first = draft.length
    const last = addAgent(count, [begunBy], false)
    // Without a share, nothing is drawn, so that earlier seeds give the same agents.
    if (spec.cancelledShare === 0 || random.double() >= spec.cancelledShare) return last
    const tokens = draft.slice(first).reduce((sum, { response }) => sum + response.tokens, 0)
    const afterTokens = 1 + Math.floor(random.double() * (tokens - 1))
    const begun = draft[first]
    if (begun !== undefined && tokens > 1) {
      draft[first] = { ...begun, cancel: { afterS: null, afterTokens, when: [] } }
    }
    return last
  }

  addAgent(ownSteps, [], true)
  return draft
}

function toolName(fansOut: boolean): string {
  return fansOut ? 'start_agent' : 'run_tool'
}
