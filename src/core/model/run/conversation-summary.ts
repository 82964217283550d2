// Results of a run by turn, and the duration of its conversations.
import { z } from 'zod'
import { answerLatencies } from '#core/metrics/latencies.ts'
import { metricStatsSchema, statsSchemas } from './metric-stats.ts'

/** Prompt tokens with known cache use; of these, tokens cached by the server and tokens that it could have cached. */
export const cacheUseSchema = z.object({
  promptTokens: z.number(),
  cachedTokens: z.number(),
  reusableTokens: z.number(),
})

const turnSummarySchema = z.object({
  /** Position in its conversation, from 0. */
  number: z.int(),
  completed: z.int(),
  /** Includes turns that were never sent. */
  failed: z.int(),
  /** Mean prompt length, earlier messages included. */
  inputTokens: z.number(),
  /** Sum over all responses; null for runs of earlier versions. */
  outputTokens: z.number().nullable().default(null),
  /** Cache use of agent steps; absent if unknown. */
  cache: cacheUseSchema.optional(),
  ...statsSchemas(answerLatencies, metricStatsSchema),
  /** Null for runs of earlier versions. */
  itl: metricStatsSchema.nullable().default(null),
})

export const conversationSummarySchema = z.object({
  /** Conversations without a failed turn. */
  completed: z.int(),
  failed: z.int(),
  /** Mean number of turns with a response per conversation. */
  turnsEach: z.number(),
  /** From sending the first turn to the end of the last, including think times; only for completed conversations. */
  duration: metricStatsSchema,
  turns: z.array(turnSummarySchema),
})

export type CacheUse = z.infer<typeof cacheUseSchema>
export type TurnSummary = z.infer<typeof turnSummarySchema>
export type ConversationSummary = z.infer<typeof conversationSummarySchema>
