// Metrics of trajectories. Formulas: docs/measuring/requests.md.
import type { LatencyMetric } from '#core/metrics/latency-metric.ts'
import type { Amounts, BaseTally, ScalarRecord, TallyOf } from '#core/metrics/scalar-metric.ts'
import { ownCount, ownFigure, perSecond } from '#core/metrics/scalar-parts.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'

const usPerS = 1e6

const completedSums = {
  /** Completed steps of agents, and trajectories that ended without a failure. */
  agentSteps: ({ turn }) => Number(turn?.step !== undefined),
  trajectories: ({ turn }) => Number(turn?.step?.endedAfterUs !== undefined),
} as const satisfies Amounts<MeasuredRequest>

type Tally = BaseTally & TallyOf<typeof completedSums>

/** Null if no agents ran. */
function trajectories(tally: Tally): number | null {
  return tally.agentSteps > 0 ? tally.trajectories : null
}

const scalars = {
  /** Trajectories of agents that ended without a failure, including those that began midway. */
  trajectories: {
    listedAfter: 'rtfx',
    ...ownCount('trajectories', 'Completed trajectories:'),
    compute: trajectories,
  },
  trajectoriesPerMin: {
    ...ownFigure('number', 'trajectories_per_min'),
    compute: (tally) => {
      const ended = trajectories(tally)
      return ended === null ? null : 60 * perSecond(ended, tally)
    },
    unit: '/min',
    better: 'higher',
    console: { label: 'Trajectories per minute:', digits: 2 },
    page: { format: 'number', leftOutAt: null },
    compared: {
      family: 'throughput',
      interval: 'trajectories',
      inHeadline: true,
    },
  },
} as const satisfies Readonly<Record<string, ScalarRecord<Tally>>>

/** Part of a trajectory's time, on the request that ended it. */
function ofTrajectory(part: 'tookUs' | 'modelUs') {
  return {
    valueS: ({ turn }: MeasuredRequest) => {
      const us = turn?.step?.whole?.[part]
      return us === undefined ? null : us / usPerS
    },
    applies: 'agents',
    everyRun: true,
    perTrajectory: true,
    growsWithOutput: true,
    earlierRuns: 'unmeasured',
    requestColumn: `json_extract(agent_step, '$.whole.${part}')`,
  } as const
}

const latencies = {
  time_to_solution: {
    listedAfter: 'ttft_including_retries',
    label: 'Time to Solution',
    title: 'Time to Solution of an Agent',
    colors: ['#7d4f9e', '#c9a0e8'],
    ...ofTrajectory('tookUs'),
  },
  /** Part of that time with at least one request in flight. */
  model_time: {
    label: 'Model Time',
    title: 'Time of an Agent with the Model',
    colors: ['#4a6f2c', '#b5d487'],
    ...ofTrajectory('modelUs'),
  },
} as const satisfies Readonly<Record<string, LatencyMetric>>

export const trajectoryMetrics = { completedSums, scalars, latencies }
