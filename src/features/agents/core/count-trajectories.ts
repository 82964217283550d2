// Token counts of trajectories by the client, without a chat template, and the tokens that new contexts share.
import {
  countedInBatches,
  type AnswerLengths,
  type CountOf,
} from '#core/workload/conversations/taken-conversations.ts'
import type { ChatMessage } from '#core/workload/message-content.ts'
import type { Tokenizer } from '#core/workload/tokenizer.ts'
import {
  type CountedStep,
  type CountedTrajectory,
  depthsOf,
  type Trajectory,
  type TrajectoryStep,
} from './trajectory.ts'

export async function countTrajectories(
  trajectories: readonly Trajectory[],
  lengths: AnswerLengths,
  tokenizer: Pick<Tokenizer, 'encode'>,
): Promise<CountedTrajectory[]> {
  const known: Beginnings = new Map()
  return countedInBatches(trajectories, { batchSize: 32, textsIn, tokenizer }, (one, countOf) =>
    countedTrajectory(one, { lengths, countOf, known }),
  )
}

function textsIn({ steps, tools }: Trajectory): string[] {
  return [...steps.flatMap(textsOf), toolText(tools)]
}

/** Prefix tree of the texts at the start of earlier contexts: each text leads to its successors. */
type Beginnings = Map<string, Beginnings>

type CountOptions = Readonly<{
  lengths: AnswerLengths
  countOf: CountOf
  known: Beginnings
}>

function countedTrajectory(trajectory: Trajectory, counting: CountOptions): CountedTrajectory {
  const { steps, tools } = trajectory
  const { lengths, countOf, known } = counting
  const depths = depthsOf(steps)
  return {
    tools,
    steps: steps.map((step, number): CountedStep => {
      const begins = step.continues === null
      const texts = [...(begins ? [toolText(tools)] : []), ...messageTexts(step)]
      const answerTokens = countOf(step.answer ?? '') + countOf(callText(step.calls))
      const recorded = answerTokens === 0 ? lengths.unanswered : answerTokens
      return {
        ...step,
        ownTokens: texts.reduce((sum, text) => sum + countOf(text), 0),
        outputTokens: lengths.fixed ?? step.outputTokens ?? recorded,
        answerTokens,
        sharedTokens: begins ? takeShared(texts, known, countOf) : 0,
        depth: depths[number] ?? 0,
      }
    }),
  }
}

/** Tokens of the leading texts shared with an earlier context; also adds this context. */
function takeShared(texts: readonly string[], known: Beginnings, countOf: CountOf): number {
  let node = known
  let shared = 0
  for (const text of texts) {
    const next = node.get(text)
    if (next !== undefined) shared += countOf(text)
    const followed: Beginnings = next ?? new Map<string, Beginnings>()
    node.set(text, followed)
    node = followed
  }
  return shared
}

function textsOf(step: TrajectoryStep): string[] {
  return [...messageTexts(step), step.answer ?? '', callText(step.calls)]
}

function messageTexts({ messages, texts }: TrajectoryStep): readonly string[] {
  return texts ?? messages.map(messageText)
}

function callText(calls: TrajectoryStep['calls']): string {
  return calls.length === 0 ? '' : JSON.stringify(calls.map((call) => call.function))
}

function toolText(tools: Trajectory['tools']): string {
  return tools === null ? '' : JSON.stringify(tools)
}

/** Different roles have different texts in practice, so they are not compared. */
function messageText({ content, tool_calls: calls }: ChatMessage): string {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  return calls === undefined ? text : text + JSON.stringify(calls)
}
