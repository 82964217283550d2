// What a run did turn by turn, and how long its conversations took.
import { z } from 'zod'
import { answerLatencies } from '#core/metrics/latencies.ts'
import { metricStatsSchema, statsSchemas } from './metric-stats.ts'

/** Prompt tokens whose cached tokens are known, those that the server had cached, and those it could have. */
const cacheUseSchema = z.object({
  promptTokens: z.number(),
  cachedTokens: z.number(),
  reusableTokens: z.number(),
})

const turnSummarySchema = z.object({
  /** Place in its conversation, from 0. */
  number: z.int(),
  completed: z.int(),
  /** Those that were never sent among them. */
  failed: z.int(),
  /** Mean of the prompts, all that was said before included. */
  inputTokens: z.number(),
  /** Of all answers together; null for runs of earlier versions. */
  outputTokens: z.number().nullable().default(null),
  /** Of steps of agents; absent where it is not known. */
  cache: cacheUseSchema.optional(),
  ...statsSchemas(answerLatencies, metricStatsSchema),
  /** Null for runs of earlier versions. */
  itl: metricStatsSchema.nullable().default(null),
})

/** Subagents, and other branches that could be cancelled, of the trajectories that ended. */
const branchSummarySchema = z.object({
  begun: z.int(),
  cancelled: z.int(),
  /** In flight when their branch was cancelled. */
  cancelledRequests: z.int(),
  /** Of the cancelled branches: prompts, and output received. */
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** Output of all steps of these trajectories, that of cancelled branches included. */
  allOutputTokens: z.number(),
})

/** Of agents. Tokens are means over trajectories that ran from their first step to their last without a failure. */
const agentSummarySchema = z.object({
  /** From the first request of a trajectory to its last response. */
  timeToSolution: metricStatsSchema,
  /** Of it, with at least one request in flight. */
  modelTime: metricStatsSchema,
  /** Of it, without any, while tools ran. */
  toolTime: metricStatsSchema,
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** Of all steps; null where it is not known. */
  cache: cacheUseSchema.nullable(),
  /** Null where no trajectory that ended had a branch, and for runs of earlier versions. */
  branches: branchSummarySchema.nullable().default(null),
})

export const conversationSummarySchema = z.object({
  /** No turn of which failed. */
  completed: z.int(),
  failed: z.int(),
  /** Turns of a conversation that were answered, on average. */
  turnsEach: z.number(),
  /** From sending the first turn to the end of the last, with what users thought; of those that completed. */
  duration: metricStatsSchema,
  turns: z.array(turnSummarySchema),
  /** Absent where turns are no steps of agents. */
  agents: agentSummarySchema.optional(),
})

export type CacheUse = z.infer<typeof cacheUseSchema>
export type TurnSummary = z.infer<typeof turnSummarySchema>
export type BranchSummary = z.infer<typeof branchSummarySchema>
export type AgentSummary = z.infer<typeof agentSummarySchema>
export type ConversationSummary = z.infer<typeof conversationSummarySchema>
