// Trajectories from OpenTelemetry GenAI spans: inference spans are steps, execute_tool spans tool latencies,
// invoke_agent spans subagents.
import { remedied } from '#core/messages/message.ts'
import type { ChatMessage } from '#core/workload/message-content.ts'
import { OpenCalls, invalidTrajectory } from './invalid-trajectory.ts'
import { layOut, type LaidOutCall, type TimedItem } from './lay-out.ts'
import { ancestorsOf, type Trajectory, type TrajectoryStep } from './trajectory.ts'
import { toolCallsSchema } from './trajectory-schemas.ts'
import type { Span } from './span.ts'
import { messagesOf, type SpanMessages } from './span-messages.ts'

const operation = 'gen_ai.operation.name'
const inferences: readonly unknown[] = ['chat', 'text_completion', 'generate_content']

type Call = Readonly<{
  span: Span
  /** Id of the span of the agent that made the call; null for the root agent. */
  agent: string | null
  said: SpanMessages
  inputTokens: number
  outputTokens: number
}>

/** Joins traces of one conversation into one trajectory. Sorted by start. */
export function spansToTrajectories(spans: readonly Span[]): readonly Trajectory[] {
  const conversations = conversationsOf(spans)
  const groups = Map.groupBy(
    spans.toSorted((one, other) => one.startS - other.startS),
    ({ traceId }) => conversations.get(traceId) ?? traceId,
  )
  return [...groups.values()].flatMap((group) => trajectoryOf(group) ?? [])
}

function conversationsOf(spans: readonly Span[]): ReadonlyMap<string, string> {
  const conversations = new Map<string, string>()
  for (const { traceId, attributes } of spans) {
    const id = attributes['gen_ai.conversation.id']
    if (typeof id === 'string') conversations.set(traceId, `conversation ${id}`)
  }
  return conversations
}

/** Null if it contains no model call. */
function trajectoryOf(spans: readonly Span[]): Trajectory | null {
  const tree = new SpanTree(spans)
  const items = tree.itemsOf(null)
  const laidOut = layOut(items)
  if (laidOut.length === 0) return null
  const steps: TrajectoryStep[] = []
  for (const [position, each] of laidOut.entries()) {
    const before = [...ancestorsOf(laidOut, position)].sort((one, other) => other - one)
    steps.push(
      stepOf(each, {
        ...{ position, laidOut, before, tools: tree.toolsOf(each.call.agent) },
      }),
    )
  }
  requireResults(steps, laidOut)
  return { steps, tools: laidOut.find(({ call }) => call.said.tools)?.call.said.tools ?? null }
}

class SpanTree {
  readonly #byId: ReadonlyMap<string, Span>
  readonly #items = new Map<string | null, TimedItem<Call>[]>()
  readonly #tools = new Map<string | null, Span[]>()

  constructor(spans: readonly Span[]) {
    this.#byId = new Map(spans.map((span) => [span.spanId, span]))
    const aroundCalls = new Set<string>()
    for (const span of spans.filter(isInference)) {
      for (const { spanId } of this.#around(span)) aroundCalls.add(spanId)
      const { startS, endS } = span
      const agent = this.#agentOf(span)
      const call = callOf(span, agent)
      listIn(this.#items, agent).push({ kind: 'call', call, startS, endS, pauseFromS: endS })
    }
    // Visits inner agents first, because calls of an outer agent include theirs.
    const agents = spans.filter((span) => isAgent(span) && aroundCalls.has(span.spanId))
    for (const span of agents.toSorted((one, other) => this.#depth(other) - this.#depth(one))) {
      const { spanId, startS, endS } = span
      const items = this.itemsOf(spanId)
      listIn(this.#items, this.#agentOf(span)).push({
        ...{ kind: 'branch', startS, endS, items, isAwaited: true },
      })
    }
    // A tool in which an agent ran took no time itself.
    for (const span of spans) {
      if (span.attributes[operation] !== 'execute_tool' || aroundCalls.has(span.spanId)) continue
      listIn(this.#tools, this.#agentOf(span)).push(span)
    }
  }

  itemsOf(agent: string | null): readonly TimedItem<Call>[] {
    return listIn(this.#items, agent).sort((one, other) => one.startS - other.startS)
  }

  toolsOf(agent: string | null): readonly Span[] {
    return this.#tools.get(agent) ?? []
  }

  #agentOf(span: Span): string | null {
    return this.#around(span).find(isAgent)?.spanId ?? null
  }

  #depth(span: Span): number {
    return this.#around(span).length
  }

  /** Nearest first. */
  #around({ spanId, parentId }: Span): readonly Span[] {
    const around: Span[] = []
    const seen = new Set([spanId])
    for (let id = parentId; id !== null && !seen.has(id);) {
      seen.add(id)
      const parent = this.#byId.get(id)
      if (parent === undefined) break
      around.push(parent)
      id = parent.parentId
    }
    return around
  }
}

function listIn<Item>(lists: Map<string | null, Item[]>, key: string | null): Item[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

function isAgent({ attributes }: Span): boolean {
  return attributes[operation] === 'invoke_agent'
}

function isInference({ attributes }: Span): boolean {
  const name = attributes[operation]
  return name === undefined ? 'gen_ai.input.messages' in attributes : inferences.includes(name)
}

function callOf(span: Span, agent: string | null): Call {
  const said = messagesOf(span)
  const inputTokens = countIn(span, 'gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens')
  const outputTokens = countIn(span, 'gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens')
  if (said.asked === null && inputTokens === 0) {
    throw invalidTrajectory(span.where, remedied('workload.spanWithoutInput'))
  }
  return { span, agent, said, inputTokens, outputTokens }
}

/** 0 if not recorded; the older attribute name must be last. */
function countIn({ attributes }: Span, ...names: readonly string[]): number {
  const count = names.map((name) => Number(attributes[name] ?? 0)).find((each) => each > 0)
  return Math.round(count ?? 0)
}

type Around = Readonly<{
  position: number
  laidOut: readonly LaidOutCall<Call>[]
  /** Positions of earlier steps, latest first. */
  before: readonly number[]
  tools: readonly Span[]
}>

function stepOf(
  { call, after, pausedFromS, pauseS }: LaidOutCall<Call>,
  { position, laidOut, before, tools }: Around,
): TrajectoryStep {
  const { span, said, outputTokens } = call
  const continued = before.flatMap((place) => {
    const earlier = laidOut[place]?.call
    const own = earlier === undefined ? null : newIn(call, earlier)
    return own === null ? [] : [{ place, own }]
  })
  // The longest context gives the least new input.
  const [best] = continued.toSorted((one, other) => sizeOf(one.own) - sizeOf(other.own))
  const own = best?.own ?? { messages: said.asked ?? [], madeTokens: madeTokensOf(call) }
  const called = own.messages.filter(({ role }) => role === 'tool').length
  const toolS = timeWithin(tools, pausedFromS, span.startS)
  const isAllTools = toolS === 0 && called > 0
  return {
    after,
    continues: best?.place ?? null,
    messages: own.messages,
    toolS: isAllTools ? pauseS : toolS,
    thinkS: isAllTools ? 0 : Math.max(0, pauseS - toolS),
    tools: called,
    outputTokens: outputTokens > 0 ? outputTokens : null,
    answer: said.answer,
    calls: said.calls,
    ...(own.madeTokens > 0 && {
      made: [{ key: `${span.where}:${position}`, tokens: own.madeTokens }],
    }),
  }
}

type NewInput = Readonly<{ messages: readonly ChatMessage[]; madeTokens: number }>

function sizeOf({ messages, madeTokens }: NewInput): number {
  return messages.length + madeTokens
}

function madeTokensOf({ said, inputTokens }: Call): number {
  return said.asked === null ? inputTokens : 0
}

/** Returns the input that a call adds to an earlier call and its response; null if it does not continue that call. */
function newIn(call: Call, earlier: Call): NewInput | null {
  if (call.said.asked === null || earlier.said.asked === null) {
    if (call.said.asked !== earlier.said.asked) return null
    const madeTokens = call.inputTokens - earlier.inputTokens - Math.max(1, earlier.outputTokens)
    return madeTokens > 0 ? { messages: [], madeTokens } : null
  }
  const { asked } = call.said
  const context = earlier.said.asked
  const isSame = context.every((each, place) => same(each, asked[place]))
  if (!isSame || asked[context.length]?.role !== 'assistant') return null
  const messages = asked.slice(context.length + 1)
  return messages.length > 0 ? { messages, madeTokens: 0 } : null
}

function same(one: ChatMessage, other: ChatMessage | undefined): boolean {
  return other !== undefined && one.role === other.role && one.content === other.content
}

/** Seconds of an interval during which at least one of the spans ran. */
function timeWithin(spans: readonly Span[], fromS: number, toS: number): number {
  let [sumS, overS] = [0, fromS]
  for (const { startS, endS } of spans) {
    sumS += Math.max(0, Math.min(endS, toS) - Math.max(startS, overS))
    overS = Math.max(overS, Math.min(endS, toS))
  }
  return sumS
}

/** Throws unless each result belongs to a call of the preceding response, if that was recorded. */
function requireResults(
  steps: readonly TrajectoryStep[],
  laidOut: readonly LaidOutCall<Call>[],
): void {
  for (const [position, { continues, messages }] of steps.entries()) {
    const where = laidOut[position]?.call.span.where ?? ''
    const before = continues === null ? undefined : steps[continues]
    const calls = new OpenCalls(where)
    if (before !== undefined) calls.add(before.calls, '')
    for (const [place, each] of messages.entries()) {
      const field = `gen_ai.input.messages.${place}`
      if (each.role === 'assistant') calls.add(toolCallsSchema.parse(each.tool_calls), field)
      calls.close(each, field)
    }
  }
}
