// Trajectories of a run: printed, in its file, and in the window. Times of whole trajectories are among its latencies.
import type { ConversationSummary } from '#core/model/run/conversation-summary.ts'
import { amount, banner, count } from '#core/report/console/report-layout.ts'
import { float } from '#core/report/result-file/python-json.ts'
import type { Conversations, TrajectoryReport } from '#core/report/result-file/trajectory-report.ts'
import type { AgentSummary, BranchSummary } from './agent-summary.ts'

export function trajectoryReport({
  agents,
  ...conversations
}: Conversations): TrajectoryReport | null {
  if (agents === undefined) return null
  return {
    lines: agentLines(conversations, agents),
    entries: agentEntries(agents),
    figures: agentFigures(conversations, agents),
  }
}

function agentLines(
  { failed, turnsEach }: ConversationSummary,
  { timeToSolution, toolTime, inputTokens, outputTokens, cache, branches }: AgentSummary,
): TrajectoryReport['lines'] {
  return [
    banner(' Trajectories ', '='),
    count('Trajectories failed:', failed),
    count('Trajectories from first to last step:', timeToSolution.count ?? 0),
    amount('Mean steps answered:', turnsEach),
    amount('Mean time with tools (ms):', toolTime.mean),
    amount('Mean input tokens per trajectory:', inputTokens),
    amount('Mean output tokens per trajectory:', outputTokens),
    ...(cache === null || cache.promptTokens === 0
      ? []
      : [
          amount('Cached prompt tokens (%):', (100 * cache.cachedTokens) / cache.promptTokens),
          amount('Ideally cached (%):', (100 * cache.reusableTokens) / cache.promptTokens),
        ]),
    ...(branches === null || branches.cancelled === 0 ? [] : branchLines(branches)),
  ]
}

function branchLines(branches: BranchSummary): TrajectoryReport['lines'] {
  const { begun, cancelled, cancelledRequests, outputTokens, allOutputTokens } = branches
  const wasted = allOutputTokens === 0 ? 0 : (100 * outputTokens) / allOutputTokens
  return [
    count('Branches cancelled:', cancelled),
    amount('Share of branches cancelled (%):', (100 * cancelled) / begun),
    count('Requests cancelled with a branch:', cancelledRequests),
    count('Output tokens of cancelled branches:', outputTokens),
    amount('Share of output wasted by them (%):', wasted),
  ]
}

function agentEntries(agents: AgentSummary): TrajectoryReport['entries'] {
  return [
    ['trajectories_whole', agents.timeToSolution.count ?? 0],
    ['avg_tool_time_ms', float(agents.toolTime.mean)],
    ['avg_trajectory_input_tokens', float(agents.inputTokens)],
    ['avg_trajectory_output_tokens', float(agents.outputTokens)],
    ...entriesOf(agents.cache, {
      agent_prompt_tokens: 'promptTokens',
      agent_cached_tokens: 'cachedTokens',
      agent_reusable_tokens: 'reusableTokens',
    }),
    ...entriesOf(agents.branches, {
      agent_branches: 'begun',
      agent_branches_cancelled: 'cancelled',
      agent_branch_requests_cancelled: 'cancelledRequests',
      agent_branch_wasted_input_tokens: 'inputTokens',
      agent_branch_wasted_output_tokens: 'outputTokens',
    }),
  ]
}

function entriesOf<Amount extends string>(
  amounts: Readonly<Record<Amount, number>> | null,
  keys: Readonly<Record<string, Amount>>,
): TrajectoryReport['entries'] {
  if (amounts === null) return []
  return Object.entries(keys).map(([key, amount]) => [key, amounts[amount]])
}

/** Means are null if no trajectory was complete. */
function agentFigures(
  { failed, turnsEach }: ConversationSummary,
  { timeToSolution, toolTime, inputTokens, outputTokens, cache, branches }: AgentSummary,
): TrajectoryReport['figures'] {
  const known = (value: number) => (timeToSolution.count === 0 ? null : value)
  return [
    ['failed', 'count', failed],
    ['turnsEach', 'speed', turnsEach],
    ['toolTime', 'latency', known(toolTime.mean)],
    ['inputTokens', 'count', known(inputTokens)],
    ['outputTokens', 'count', known(outputTokens)],
    ...(cache === null
      ? []
      : ([
          ['cachedTokens', 'count', cache.cachedTokens],
          ['reusableTokens', 'count', cache.reusableTokens],
        ] as const)),
    ...(branches === null || branches.cancelled === 0
      ? []
      : ([
          ['branches', 'count', branches.begun],
          ['branchesCancelled', 'count', branches.cancelled],
          ['branchShare', 'share', branches.cancelled / branches.begun],
          ['branchRequests', 'count', branches.cancelledRequests],
          ['wastedInput', 'count', branches.inputTokens],
          ['wastedOutput', 'count', branches.outputTokens],
        ] as const)),
  ]
}
