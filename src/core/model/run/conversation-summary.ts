// Results of a run by turn, and the duration of its conversations.
import { z } from 'zod'
import { answerLatencies } from '#core/metrics/latencies.ts'
import { metricStatsSchema, statsSchemas } from './metric-stats.ts'

/** Prompt tokens with known cache use; of these, tokens cached by the server and tokens that it could have cached. */
const cacheUseSchema = z.object({
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

/** Subagents and other cancellable branches, in trajectories that ended. */
const branchSummarySchema = z.object({
  begun: z.int(),
  cancelled: z.int(),
  /** Requests in flight when their branch was cancelled. */
  cancelledRequests: z.int(),
  /** Tokens of the cancelled branches: prompts, and output received. */
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** Output of all steps in these trajectories, including cancelled branches. */
  allOutputTokens: z.number(),
})

/** Agents of a run. Tokens are means over trajectories that ran from first to last step without a failure. */
const agentSummarySchema = z.object({
  /** From the first request of a trajectory to its last response. */
  timeToSolution: metricStatsSchema,
  /** Part of this time with at least one request in flight. */
  modelTime: metricStatsSchema,
  /** Part of this time without requests in flight, while tools ran. */
  toolTime: metricStatsSchema,
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** Cache use of all steps; null if unknown. */
  cache: cacheUseSchema.nullable(),
  /** Null if no ended trajectory had a branch, and for runs of earlier versions. */
  branches: branchSummarySchema.nullable().default(null),
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
  /** Absent if turns are not agent steps. */
  agents: agentSummarySchema.optional(),
})

export type CacheUse = z.infer<typeof cacheUseSchema>
export type TurnSummary = z.infer<typeof turnSummarySchema>
export type BranchSummary = z.infer<typeof branchSummarySchema>
export type AgentSummary = z.infer<typeof agentSummarySchema>
export type ConversationSummary = z.infer<typeof conversationSummarySchema>
