// Questions of the Berkeley Function Calling Leaderboard, each with the functions that a model may call.
import { z } from 'zod'
import { PythonRandom } from '#core/random/python-random.ts'
import type { ChatMessage } from '#core/workload/message-content.ts'
import { oversample, type SampleOptions } from '#core/workload/sample-options.ts'
import type { SampledRequest } from '#core/workload/sampled-request.ts'
import type { Tokenizer } from '#core/workload/tokenizer.ts'

export const usualCategories: readonly string[] = ['simple', 'live_simple', 'multiple']

type Question = Readonly<{ messages: readonly ChatMessage[]; tools: readonly unknown[] }>

type FunctionCallOptions = SampleOptions & Readonly<{ outputTokens: number }>

const messageShape = z.object({ role: z.string(), content: z.string() })
/** As in the file, with its keys in order. */
const messageSchema = z.custom<ChatMessage>((value) => messageShape.safeParse(value).success)
const functionSchema = z.record(z.string(), z.unknown())
const rowSchema = z.object({
  question: z.tuple([z.array(messageSchema).min(1)]).rest(z.unknown()),
  function: z.union([z.array(functionSchema).min(1), functionSchema.transform((one) => [one])]),
})

/** The dataset's own names of types, and their names in JSON Schema. */
const typeNames: Readonly<Record<string, string>> = {
  dict: 'object',
  float: 'number',
  tuple: 'array',
  any: 'string',
}

/** Alternates rows of the categories, so that the first rows include all of them. */
export function interleaved<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, index) => lists.map((list) => list[index]))
    .flat()
    .filter((item) => item !== undefined)
}

/** Omits rows without a single-turn question or without functions. */
export async function sampleFunctionCalls(
  rows: readonly unknown[],
  options: FunctionCallOptions,
  tokenizer: Pick<Tokenizer, 'encode' | 'renderChats'>,
): Promise<SampledRequest[]> {
  const order = [...rows]
  if (options.shuffle) new PythonRandom(options.seed).shuffle(order)
  const questions = order.flatMap((row) => questionIn(row) ?? []).slice(0, options.count)
  const encoded = await tokenizer.encode(await textsOf(questions, tokenizer), true)
  const requests = questions.map(({ messages, tools }, index) => ({
    prompt: contentOf(messages.at(-1)),
    promptTokens: encoded[index]?.length ?? 0,
    expectedOutputTokens: options.outputTokens,
    requestId: `${options.requestIdPrefix}${index}`,
    chatMessages: messages,
    bodyOverrides: { tools, tool_choice: 'auto' },
  }))
  return requests.length > 0 ? oversample(requests, options) : []
}

function questionIn(row: unknown): Question | null {
  const { success, data } = rowSchema.safeParse(row)
  if (!success) return null
  const tools = data.function.map((one) => ({ type: 'function', function: jsonSchemaOf(one) }))
  return { messages: data.question[0], tools }
}

function jsonSchemaOf(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(jsonSchemaOf)
  if (typeof node !== 'object' || node === null) return node
  const entries = Object.entries(node).map(([key, value]) => [
    key,
    key === 'type' && typeof value === 'string' ? (typeNames[value] ?? value) : jsonSchemaOf(value),
  ])
  return Object.fromEntries(entries)
}

/** Rendered with the functions if there is a template; affects only the token count. */
async function textsOf(
  questions: readonly Question[],
  tokenizer: Pick<Tokenizer, 'renderChats'>,
): Promise<readonly string[]> {
  const rendered = await tokenizer.renderChats(questions)
  return rendered ?? questions.map(({ messages }) => messages.map(contentOf).join('\n'))
}

function contentOf(message: ChatMessage | undefined): string {
  return typeof message?.content === 'string' ? message.content : ''
}
