// Results of a run's trajectories.
import { z } from 'zod'
import { cacheUseSchema } from '#core/model/run/conversation-summary.ts'
import { metricStatsSchema } from '#core/model/run/metric-stats.ts'

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

export type BranchSummary = z.infer<typeof branchSummarySchema>
export type AgentSummary = z.infer<typeof agentSummarySchema>

export const trajectorySummary = {
  conversations: {
    /** Absent if turns are not agent steps. */
    agents: agentSummarySchema.optional(),
  },
} as const
