// Fields shared by the formats of recorded trajectories.
import { z } from 'zod'
import { mostTokens } from '#core/workload/datasets/dataset-entry.ts'
import type { ChatMessage } from '#core/workload/message-content.ts'

export const seconds = z.number().min(0).max(1e9)

export const tokens = z.int().min(1).max(mostTokens)

export const toolCallsSchema = z
  .array(
    z.object({
      id: z.string().min(1),
      type: z.literal('function').default('function'),
      function: z.object({ name: z.string().min(1), arguments: z.string().default('{}') }),
    }),
  )
  .nullish()
  .transform((calls) => calls ?? [])

const toolsSchema = z
  .array(z.record(z.string(), z.unknown()))
  .nullish()
  .transform((tools) => tools ?? null)

/** Fields of a recorded response in every format. */
export const responseFields = { output_tokens: tokens.optional(), tool_calls: toolCallsSchema }

/** Definitions of tools, next to the messages or steps of a trajectory. */
export const toolFields = { tools: toolsSchema }

const parts = z.array(z.looseObject({ type: z.string() }))
const messageShape = z.object({
  role: z.enum(['system', 'developer', 'user', 'tool']),
  content: z.union([z.string(), parts]),
})

const fieldsOfOurs = ['latency_s', 'think_s', 'at_s']

/** A message other than a response. Removes our own fields and keeps all others. */
export const askedMessageSchema = z.looseObject(messageShape.shape).transform((message) => {
  const entries = Object.entries(message).filter(([key]) => !fieldsOfOurs.includes(key))
  return Object.fromEntries(entries) as ChatMessage
})
