// Figures of a run's conversations or trajectories.
import type { AgentSummary, ConversationSummary } from '#core/model/run/conversation-summary.ts'
import type { MetricStats } from '#core/model/run/metric-stats.ts'
import { figureOf } from '#core/stats/figure-of.ts'
import { tailPercentile } from '#core/stats/tail-percentiles.ts'
import { count, latency, share, speed, type RunMetric } from '../run-figures.ts'

export function conversationFigures(conversations: ConversationSummary): readonly RunMetric[] {
  const { completed, failed, turnsEach, duration, agents } = conversations
  const ofCompleted = (ms: number | null) => (completed === 0 ? null : ms)
  const tail = tailOf(duration)
  if (agents !== undefined) {
    return [
      count('run.agents.failed', failed),
      speed('run.agents.turnsEach', turnsEach, ''),
      ...agentFigures(agents),
    ]
  }
  return [
    count('run.conversations.completed', completed),
    count('run.conversations.failed', failed),
    speed('run.conversations.turnsEach', turnsEach, ''),
    latency('run.conversations.meanDuration', ofCompleted(duration.mean)),
    latency('run.conversations.medianDuration', ofCompleted(duration.median)),
    ...(tail === null
      ? []
      : [
          latency('run.conversations.tailDuration', ofCompleted(figureOf(duration, tail)), {
            percentile: tail,
          }),
        ]),
  ]
}

/** Excludes time to solution and model time, listed with latencies. Dashes if no trajectory was complete. */
function agentFigures({
  timeToSolution,
  toolTime,
  inputTokens,
  outputTokens,
  cache,
  branches,
}: AgentSummary): readonly RunMetric[] {
  const known = (value: number) => (timeToSolution.count === 0 ? null : value)
  return [
    latency('run.agents.toolTime', known(toolTime.mean)),
    count('run.agents.inputTokens', known(inputTokens)),
    count('run.agents.outputTokens', known(outputTokens)),
    ...(cache === null
      ? []
      : [
          count('run.agents.cachedTokens', cache.cachedTokens),
          count('run.agents.reusableTokens', cache.reusableTokens),
        ]),
    ...(branches === null || branches.cancelled === 0
      ? []
      : [
          count('run.agents.branches', branches.begun),
          count('run.agents.branchesCancelled', branches.cancelled),
          share('run.agents.branchShare', branches.cancelled / branches.begun),
          count('run.agents.branchRequests', branches.cancelledRequests),
          count('run.agents.wastedInput', branches.inputTokens),
          count('run.agents.wastedOutput', branches.outputTokens),
        ]),
  ]
}

function tailOf({ percentiles }: MetricStats): number | null {
  return tailPercentile(percentiles.map(({ percentile }) => percentile))
}
