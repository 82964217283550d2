// Converts the messages of an inference span from attributes of the GenAI conventions to OpenAI-like APIs.
import { parsedJson } from '#core/base/parsed-json.ts'
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import { parseEntry } from '#core/workload/datasets/dataset-entry.ts'
import type { ChatMessage } from '#core/workload/message-content.ts'
import type { ToolCall } from '#core/workload/sampled-request.ts'
import type { Span } from './span.ts'

export type SpanMessages = Readonly<{
  /** Includes the system prompt; null if no content was recorded. */
  asked: readonly ChatMessage[] | null
  answer: string | null
  calls: readonly ToolCall[]
  tools: readonly unknown[] | null
}>

const remedy = message('workload.spanMessagesForm')

const callFields = {
  id: z.string().nullish(),
  name: z.string().nullish(),
  arguments: z.unknown().optional(),
  function: z.object({ name: z.string(), arguments: z.unknown().optional() }).nullish(),
}

const partSchema = z.looseObject({ type: z.string(), ...callFields })

const messageSchema = z.looseObject({
  role: z.string(),
  parts: z.array(partSchema).optional(),
  content: z.union([z.string(), z.array(partSchema)]).nullish(),
  tool_calls: z.array(z.looseObject(callFields)).nullish(),
  tool_call_id: z.string().nullish(),
})

type Part = z.infer<typeof partSchema>
type WrittenMessage = z.infer<typeof messageSchema>

export function messagesOf({ attributes, where }: Span): SpanMessages {
  const read = <Schema extends z.ZodType>(name: string, schema: Schema) => {
    const value = structured(attributes[name])
    if (value === undefined) return null
    return parseEntry(schema, value, { where: `${where}, ${name}`, remedy })
  }
  const ids = new CallIds()
  const system = read('gen_ai.system_instructions', z.array(partSchema))
  const asked = read('gen_ai.input.messages', z.array(messageSchema))
  const [output] = read('gen_ai.output.messages', z.array(messageSchema)) ?? []
  const instructions = { role: 'system', content: textOf(system ?? []) }
  const heard = asked?.flatMap((each) => chatMessages(each, ids)) ?? null
  return {
    asked: heard === null ? null : [...(system === null ? [] : [instructions]), ...heard],
    answer: output === undefined ? plainOutput(attributes) : textOfMessage(output),
    calls: output === undefined ? [] : ids.callsOf(output),
    tools: read('gen_ai.tool.definitions', z.array(z.unknown()))?.map(toolOf) ?? null,
  }
}

/** Many exporters do not support structured attributes, so these are JSON texts there. */
function structured(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? undefined
  const json = parsedJson(value)
  return json === undefined ? value : json
}

function plainOutput(attributes: Span['attributes']): string | null {
  const text = attributes['gen_ai.output.text']
  return typeof text === 'string' ? text : null
}

/** Ids of calls, in order, for recordings that omit them. */
class CallIds {
  #open: string[] = []
  #count = 0

  callsOf({ parts = [], tool_calls: calls }: WrittenMessage): ToolCall[] {
    const written = calls ?? parts.filter(({ type }) => type === 'tool_call')
    return written.map(({ id, name, arguments: given, function: called }): ToolCall => {
      const ownId = id ?? `call_${this.#count++}`
      this.#open.push(ownId)
      const args = called?.arguments ?? given ?? {}
      return {
        id: ownId,
        type: 'function',
        function: { name: called?.name ?? name ?? 'tool', arguments: asText(args) },
      }
    })
  }

  answered(id: unknown): string {
    const found = typeof id === 'string' ? id : this.#open[0]
    this.#open = this.#open.filter((each) => each !== found)
    return found ?? ''
  }
}

function chatMessages(each: WrittenMessage, ids: CallIds): readonly ChatMessage[] {
  const { role, parts = [], tool_call_id: resultOf } = each
  const responses = parts.filter(({ type }) => type === 'tool_call_response')
  const results = responses.map(({ id, response, result }): ChatMessage => {
    const content = asText(response ?? result ?? '')
    return { role: 'tool', tool_call_id: ids.answered(id), content }
  })
  if (results.length > 0) return results
  const calls = ids.callsOf(each)
  const content = textOfMessage(each)
  return [
    {
      role,
      content,
      ...(calls.length > 0 && { tool_calls: calls }),
      ...(role === 'tool' && { tool_call_id: ids.answered(resultOf) }),
    },
  ]
}

function textOfMessage({ parts, content }: WrittenMessage): string {
  if (typeof content === 'string') return content
  return textOf(parts ?? content ?? [])
}

const notSent = ['tool_call', 'reasoning', 'blob', 'file', 'uri']

/** Reasoning is not repeated, and media is not sent; parts of other kinds are sent as JSON. */
function textOf(parts: readonly Part[]): string {
  const texts = parts.flatMap((part) => {
    if (part.type === 'text') return asText(part.content ?? part.text ?? '')
    return notSent.includes(part.type) ? [] : JSON.stringify(part)
  })
  return texts.join('\n')
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The conventions have a flat function; OpenAI-like APIs nest it. */
function toolOf(tool: unknown): unknown {
  const flat = z
    .object({ type: z.literal('function'), name: z.string(), function: z.undefined() })
    .loose()
    .safeParse(tool)
  if (!flat.success) return tool
  const { type, ...definition } = flat.data
  return { type, function: definition }
}
