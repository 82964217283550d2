// A run's turns as rows of a table: each latency in one unit, so that turns can be compared down a column.
import type {
  AgentSummary,
  ConversationSummary,
  TurnSummary,
} from '#core/model/run/conversation-summary.ts'
import {
  answerLatencies,
  type AnswerLatency,
  ofLatencies,
  shownLatencies,
} from '#core/metrics/latencies.ts'
import type { MetricStats } from '#core/model/run/metric-stats.ts'
import { figureOf } from '#core/stats/figure-of.ts'
import { tailPercentile } from '#core/stats/tail-percentiles.ts'
import { latencyUnit, type LatencyUnit } from '#core/metrics/latency-unit.ts'
import { count, latency, share, speed, type RunMetric } from '../run-figures.ts'

export type LatencyValue = Readonly<{ key: string; valueMs: number | null; unit: LatencyUnit }>

export type TurnRow = Readonly<{
  /** Turn number, from 1. */
  turn: number
  completed: number
  failed: number
  inputTokens: number | null
  /** Share of the prompts that was cached, and could be at best; null if unknown. */
  cachedShare: number | null
  reusableShare: number | null
  cells: readonly LatencyValue[]
}>

export type TurnTable = Readonly<{
  /** The percentile beside mean and median; null if none was requested. */
  tail: number | null
  /** Whether some step reports its cached tokens. */
  hasCache: boolean
  metrics: readonly AnswerLatency[]
  units: Readonly<Record<AnswerLatency, LatencyUnit>>
  rows: readonly TurnRow[]
}>

export function turnTable({ turns, duration }: ConversationSummary): TurnTable {
  const tail = tailOf(duration)
  const unitOf = (metric: AnswerLatency) =>
    latencyUnit(
      turns.map((turn) => (turn[metric].count === 0 ? null : turn[metric].mean)),
      metric,
    )
  const metrics = shownLatencies(answerLatencies, (metric) =>
    turns.some((turn) => turn[metric].count !== 0),
  )
  const units = ofLatencies(answerLatencies, unitOf)
  return {
    tail,
    hasCache: turns.some(({ cache }) => cache !== undefined),
    metrics,
    units,
    rows: turns.map((turn) => ({
      turn: turn.number + 1,
      completed: turn.completed,
      failed: turn.failed,
      inputTokens: turn.completed === 0 ? null : turn.inputTokens,
      ...cacheShares(turn),
      cells: metrics.flatMap((metric) =>
        cellsOf(turn[metric], { metric, unit: units[metric], tail }),
      ),
    })),
  }
}

function cacheShares({ cache }: TurnSummary): Pick<TurnRow, 'cachedShare' | 'reusableShare'> {
  if (cache === undefined) return { cachedShare: null, reusableShare: null }
  const { promptTokens, cachedTokens, reusableTokens } = cache
  return { cachedShare: cachedTokens / promptTokens, reusableShare: reusableTokens / promptTokens }
}

type CellLook = Readonly<{ metric: AnswerLatency; unit: LatencyUnit; tail: number | null }>

function cellsOf(stats: MetricStats, { metric, unit, tail }: CellLook): readonly LatencyValue[] {
  const values = {
    mean: stats.mean,
    median: stats.median,
    ...(tail !== null && { tail: figureOf(stats, tail) }),
  }
  return Object.entries(values).map(([statistic, value]) => ({
    key: `${metric} ${statistic}`,
    valueMs: stats.count === 0 ? null : value,
    unit,
  }))
}

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
