// Trajectories of drawn lengths: an agent with a system prompt reads a task, calls a tool in every step but its last, and
// now and then waits for subagents.
import { NumpyRandomState } from '../../random/numpy-legacy.ts'
import { fitToLength } from '../random/exact-length.ts'
import { idsWithout } from '../random/random-drawing.ts'
import { roundTripsOf } from '../random/random-prompts.ts'
import { aroundFrom, TokenIds } from '../token-ids.ts'
import type { Tokenizer } from '../tokenizer.ts'
import { drawCount, drawCounts } from './lognormal.ts'
import type { ToolCall, Trajectory, TrajectoryStep } from './trajectory.ts'

/** Exported for tests. */
export type RandomAgentSpec = Readonly<{
  count: number
  /** Means of log-normal draws, at least 1 each; tokens but for the steps. */
  steps: number
  taskLen: number
  toolResultLen: number
  outputLen: number
  /** Coefficient of variation of these draws. */
  variation: number
  /** Tokens of the system prompt, which all agents share. */
  systemLen: number
  /** Share of the steps after a first one that subagents come before, their number, and the mean of their steps. */
  fanOutShare: number
  subagents: number
  subagentSteps: number
  /** Whether responses are made, too: for contexts that repeat recorded ones. */
  hasAnswers: boolean
  seed: number
}>

/** A text to make of this number of tokens. */
type Text = { tokens: number; text: string }

type DraftStep = Omit<TrajectoryStep, 'messages' | 'answer' | 'outputTokens'> &
  Readonly<{
    said: readonly Readonly<{ role: 'system' | 'user' | 'tool'; text: Text; callId?: string }>[]
    response: Text
  }>

/** The same spec always makes the same trajectories, whether they have responses or not. */
export async function randomTrajectories(
  spec: RandomAgentSpec,
  tokenizer: Tokenizer,
): Promise<Trajectory[]> {
  const random = new NumpyRandomState(spec.seed)
  const system: Text = { tokens: spec.systemLen, text: '' }
  const agents = drawCounts(spec.count, { mean: spec.steps, variation: spec.variation }, random)
  const drafts = agents.map((count) => draftOf(spec, { count, system, random }))
  const steps = drafts.flat()
  const said = [system, ...steps.flatMap((step) => step.said.map(({ text }) => text))]
  await fillIn([...new Set(said)], { tokenizer, random })
  if (spec.hasAnswers) {
    const responses = steps.map(({ response }) => response)
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

type Draft = Readonly<{ count: number; system: Text; random: NumpyRandomState }>

/** Draws in the order of the steps: for each what it reads, its response, and whether subagents follow. */
function draftOf(spec: RandomAgentSpec, { count: ownSteps, system, random }: Draft): DraftStep[] {
  const draft: DraftStep[] = []
  const drawTokens = (mean: number): Text => ({
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
            return addAgent(drawCount(steps, random), [position], false)
          })
        : []
    }
    return last
  }

  addAgent(ownSteps, [], true)
  return draft
}

function toolName(fansOut: boolean): string {
  return fansOut ? 'start_agent' : 'run_tool'
}

type Making = Readonly<{ tokenizer: Tokenizer; random: NumpyRandomState }>

/** Consecutive tokens of the vocabulary, each from a starting point of its own, brought to their length as text. */
async function fillIn(texts: readonly Text[], { tokenizer, random }: Making): Promise<void> {
  const { vocabSize, markIds } = tokenizer
  const ids = idsWithout(markIds, vocabSize)
  const drafts = texts.map(({ tokens }) => ({
    ids: new TokenIds(aroundFrom(ids, random.randint(0, ids.length), tokens)),
    targetTokens: tokens,
  }))
  const roundTrips = await roundTripsOf(
    drafts.map((draft) => draft.ids),
    tokenizer,
  )
  const drawIds = (count: number) =>
    Uint32Array.from({ length: count }, () => ids[random.randint(0, ids.length)] ?? 0)
  const fitted = await fitToLength(drafts, { roundTrips, drawIds })
  fitted.forEach(({ text }, index) => {
    const made = texts[index]
    if (made !== undefined) made.text = String(text)
  })
}
