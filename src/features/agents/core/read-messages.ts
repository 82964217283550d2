// A trajectory in the format of OpenAI-like APIs: a list of messages with tool calls and their results. Each response is a step.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import { parseEntry } from '#core/workload/datasets/dataset-entry.ts'
import type { ChatMessage } from '#core/workload/message-content.ts'
import { invalidTrajectory, OpenCalls, requireForwards } from './invalid-trajectory.ts'
import type { Trajectory, TrajectoryStep } from './trajectory.ts'
import { askedMessageSchema, responseFields, seconds, toolFields } from './trajectory-schemas.ts'

const atS = z.number().optional()

const assistantSchema = z.object({
  role: z.literal('assistant'),
  content: z.string().nullish(),
  ...responseFields,
  at_s: atS,
})

/** Recorded pauses: tool latency, think time of the user, or time of a message. */
const pausesSchema = z.object({
  latency_s: seconds.optional(),
  think_s: seconds.optional(),
  at_s: atS,
})

const entrySchema = z.object({
  messages: z.array(z.looseObject({ role: z.string() })).min(1),
  ...toolFields,
})

const remedy = message('workload.trajectoryForm')

type Pauses = z.infer<typeof pausesSchema>

type InputMessage = Readonly<{ message: ChatMessage; pauses: Pauses }>

export function readMessages(entry: unknown, where: string): Trajectory {
  const { messages, tools } = parseEntry(entrySchema, entry, { where, remedy })
  const steps: TrajectoryStep[] = []
  const calls = new OpenCalls(where)
  let asked: InputMessage[] = []
  let lastAtS = -Infinity
  let answeredAtS: number | null = null
  messages.forEach((each, index) => {
    const field = `messages.${index}`
    const context = { where: `${where}, ${field}`, remedy }
    if (each.role !== 'assistant') {
      const pauses = parseEntry(pausesSchema, each, context)
      asked.push({ message: parseEntry(askedMessageSchema, each, context), pauses })
      calls.close(each as ChatMessage, field)
    } else {
      const answer = parseEntry(assistantSchema, each, context)
      if (asked.length === 0) {
        throw invalidTrajectory(where, {
          message: message('workload.nothingAsked', { field }),
          remedy,
        })
      }
      calls.requireClosed()
      calls.add(answer.tool_calls, `${field}.tool_calls`)
      steps.push({
        ...stepAfter(steps.length, asked, answeredAtS),
        outputTokens: answer.output_tokens ?? null,
        answer: answer.content ?? '',
        calls: answer.tool_calls,
      })
      asked = []
      answeredAtS = answer.at_s ?? null
    }
    const { at_s: at } = parseEntry(pausesSchema.pick({ at_s: true }), each, context)
    if (at === undefined) return
    requireForwards(where, { field: `${field}.at_s`, atS: at, afterS: lastAtS })
    lastAtS = at
  })
  if (asked.length > 0) {
    calls.requireClosed()
    const last = stepAfter(steps.length, asked, answeredAtS)
    steps.push({ ...last, outputTokens: null, answer: null, calls: [] })
  }
  return { steps, tools }
}

function stepAfter(
  position: number,
  asked: readonly InputMessage[],
  answeredAtS: number | null,
): Omit<TrajectoryStep, 'outputTokens' | 'answer' | 'calls'> {
  const results = asked.filter(({ message: { role } }) => role === 'tool')
  const said = asked.filter(({ message: { role } }) => role === 'user')
  const isFirst = position === 0
  const toolsOverAtS = results.at(-1)?.pauses.at_s ?? (results.length === 0 ? answeredAtS : null)
  return {
    after: isFirst ? [] : [position - 1],
    continues: isFirst ? null : position - 1,
    messages: asked.map((each) => each.message),
    toolS: isFirst || results.length === 0 ? 0 : toolSOf(results, answeredAtS),
    thinkS: isFirst || said.length === 0 ? 0 : thinkSOf(said, toolsOverAtS),
    tools: results.length,
  }
}

/** Tools of one response run in parallel. */
function toolSOf(results: readonly InputMessage[], answeredAtS: number | null): number | null {
  const latencies = results.flatMap(({ pauses }) => pauses.latency_s ?? [])
  if (latencies.length > 0) return Math.max(...latencies)
  return between(answeredAtS, results.at(-1)?.pauses.at_s)
}

function thinkSOf(said: readonly InputMessage[], fromS: number | null): number | null {
  return said[0]?.pauses.think_s ?? between(fromS, said[0]?.pauses.at_s)
}

function between(fromS: number | null, toS: number | undefined): number | null {
  return fromS === null || toS === undefined ? null : toS - fromS
}
