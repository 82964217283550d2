// Agents: number of steps, lengths of their input and output, durations of their tools.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import {
  count,
  type DatasetChoice,
  type FeatureFlags,
  holdsTrajectories,
  isDataset,
  nonNegativeInteger,
  onOff,
  positiveInteger,
  share,
} from '#core/flags/flag.ts'

const isRandomAgent = isDataset('random-agent')

const startsSubagents = (config: DatasetChoice & { agentFanOut: number }): boolean =>
  isRandomAgent(config) && config.agentFanOut > 0

const variation = z.number().min(0).max(10)

const tokens = { kind: 'integer', metavar: 'N', unit: 'tokens', affects: 'load' } as const
const ofAgents = { knownTo: 'kneepoint', affects: 'load' } as const
const ofRandomAgent = { ...ofAgents, place: 'front', appliesTo: isRandomAgent } as const

type StartChoice = DatasetChoice &
  Readonly<{ agentStartMidway: boolean; maxConcurrency: number | null }>

export const agentFlags = {
  flags: {
    agentSteps: {
      listedAfter: 'multiTurnHistory',
      ...count,
      ...ofRandomAgent,
      schema: positiveInteger.max(10_000).default(20),
      unit: 'steps',
      summary: 'Random agents: mean number of model calls, without those of subagents.',
      label: 'Steps',
    },
    agentSystemLen: {
      listedAfter: 'agentSteps',
      ...ofRandomAgent,
      ...tokens,
      schema: nonNegativeInteger.default(2000),
      summary: 'Random agents: tokens of the system prompt, which all of them share.',
      label: 'System prompt',
    },
    agentTaskLen: {
      listedAfter: 'agentSystemLen',
      ...ofRandomAgent,
      ...tokens,
      schema: positiveInteger.default(500),
      summary: 'Random agents: mean tokens of the first user message.',
      label: 'Task length',
    },
    agentToolResultLen: {
      listedAfter: 'agentTaskLen',
      ...ofRandomAgent,
      ...tokens,
      schema: positiveInteger.default(400),
      summary: 'Random agents: mean tokens of a tool result.',
      label: 'Tool result length',
    },
    agentOutputLen: {
      listedAfter: 'agentToolResultLen',
      ...ofRandomAgent,
      ...tokens,
      schema: positiveInteger.default(150),
      summary: 'Random agents: mean tokens to generate in a step.',
      label: 'Output length of a step',
    },
    agentVariation: {
      listedAfter: 'agentOutputLen',
      ...ofAgents,
      schema: variation.default(0.5),
      kind: 'number',
      metavar: 'CV',
      summary:
        'Random agents: coefficient of variation of the log-normal steps and lengths; 0 makes them constant.',
      label: 'Variation of lengths',
      appliesTo: isRandomAgent,
    },
    agentFanOut: {
      listedAfter: 'agentVariation',
      ...ofAgents,
      ...share,
      summary: 'Random agents: share of steps that start subagents and wait for all of them.',
      label: 'Steps with subagents',
      appliesTo: isRandomAgent,
    },
    agentSubagents: {
      listedAfter: 'agentFanOut',
      ...count,
      ...ofAgents,
      schema: positiveInteger.max(1000).default(3),
      summary: 'Random agents: subagents that such a step starts, all at the same time.',
      label: 'Subagents',
      appliesTo: startsSubagents,
    },
    agentSubagentSteps: {
      listedAfter: 'agentSubagents',
      ...count,
      ...ofAgents,
      schema: positiveInteger.max(10_000).default(4),
      unit: 'steps',
      summary: 'Random agents: mean number of model calls of a subagent.',
      label: 'Steps of a subagent',
      appliesTo: startsSubagents,
    },
    agentCancelledBranches: {
      listedAfter: 'agentSubagentSteps',
      ...ofAgents,
      ...share,
      summary: 'Random agents: share of subagents cancelled after a random part of their output.',
      label: 'Subagents cancelled',
      appliesTo: startsSubagents,
    },
    toolLatencyMs: {
      listedAfter: 'agentCancelledBranches',
      ...ofAgents,
      schema: z.number().min(0).finite().default(500),
      kind: 'number',
      metavar: 'MS',
      unit: 'ms',
      summary: 'Agents: mean latency of a tool call, unless the dataset specifies it.',
      label: 'Tool latency',
      place: 'front',
      appliesTo: holdsTrajectories,
    },
    toolLatencyVariation: {
      listedAfter: 'toolLatencyMs',
      ...ofAgents,
      schema: variation.default(1),
      kind: 'number',
      metavar: 'CV',
      summary:
        'Agents: coefficient of variation of the log-normal tool latency; 0 makes it constant.',
      label: 'Variation of tool latency',
      appliesTo: holdsTrajectories,
    },
    agentMaxPauseS: {
      listedAfter: 'toolLatencyVariation',
      ...ofAgents,
      /** Null: pauses last as long as they were recorded. */
      schema: z.number().min(0).finite().nullable().default(null),
      kind: 'number',
      metavar: 'SECONDS',
      unit: 's',
      summary:
        'Agents: longest time that tools of a step, or its user, take; longer ones are cut to it.',
      label: 'Longest pause',
      appliesTo: holdsTrajectories,
    },
    agentStartMidway: {
      listedAfter: 'agentMaxPauseS',
      ...onOff,
      ...ofAgents,
      summary:
        'Agents: begin the first trajectories under way, as a steady state has them, long ones more often.',
      label: 'Start midway',
      appliesTo: holdsTrajectories,
      rules: {
        broken: (config: StartChoice) =>
          holdsTrajectories(config) && config.agentStartMidway && config.maxConcurrency === null,
        message: message('config.midwayConcurrency'),
      },
    },
  },
} as const satisfies FeatureFlags
