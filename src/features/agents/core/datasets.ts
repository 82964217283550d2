// Datasets of agents: trajectories of random lengths, or recorded ones.
import {
  type ConversationMeans,
  type FeatureDatasets,
  made,
  recorded,
} from '#core/traits/dataset-rows.ts'

export const agentDatasets = {
  'random-agent': {
    ...made,
    listedAfter: 'multi_turn',
    ignoresEos: true,
    holdsConversations: true,
    holdsTrajectories: true,
    meansOf: trajectoryMeans,
  },
  agent_trace: {
    ...recorded,
    listedAfter: 'random-agent',
    // Traces of cache blocks and spans without content have no text of their own.
    drawsFromVocabulary: true,
    takesAllRows: true,
    holdsConversations: true,
    holdsTrajectories: true,
  },
} as const satisfies FeatureDatasets

type AgentLengths = Readonly<
  Record<
    | `agent${'Steps' | 'FanOut' | 'Subagents' | 'SubagentSteps'}`
    | `agent${'System' | 'Task' | 'ToolResult' | 'Output'}Len`
    | 'toolLatencyMs',
    number
  > & { outputLen: number | null }
>

/** Steps at their mean lengths, subagents included; later steps repeat their context. */
function trajectoryMeans(config: AgentLengths): ConversationMeans {
  const { agentSteps, agentFanOut, agentSubagents, agentSubagentSteps } = config
  const output = config.outputLen ?? config.agentOutputLen
  const inputOf = (steps: number): number =>
    steps * (config.agentSystemLen + config.agentTaskLen) +
    ((steps * (steps - 1)) / 2) * (config.agentToolResultLen + output)
  const started = Math.max(0, agentSteps - 1) * agentFanOut * agentSubagents
  const turns = agentSteps + started * agentSubagentSteps
  return {
    turns,
    pauseMs: config.toolLatencyMs,
    input: Math.round(inputOf(agentSteps) + started * inputOf(agentSubagentSteps)),
    output: Math.round(turns * output),
  }
}
