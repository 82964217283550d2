// A run's turns as rows of a table: each latency in one unit, so that turns can be compared down a column.
import type { ConversationSummary, TurnSummary } from '#core/model/conversation-summary.ts'
import type { MetricStats } from '#core/model/metric-stats.ts'
import { latencyUnit, type LatencyUnit } from '../../format/latency-unit.ts'
import { count, latency, speed, type RunFigure } from './run-figures.ts'

export const turnMetrics = ['ttft', 'tpot', 'e2el'] as const
export const turnStatistics = ['mean', 'median', 'p99'] as const

type TurnMetric = (typeof turnMetrics)[number]

const tail = 99

export type TurnCell = Readonly<{ key: string; valueMs: number | null; unit: LatencyUnit }>

export type TurnRow = Readonly<{
  /** From 1, as people count. */
  turn: number
  completed: number
  failed: number
  inputTokens: number | null
  cells: readonly TurnCell[]
}>

export type TurnTable = Readonly<{
  units: Readonly<Record<TurnMetric, LatencyUnit>>
  rows: readonly TurnRow[]
}>

export function turnTable({ turns }: ConversationSummary): TurnTable {
  const unitOf = (metric: TurnMetric) => latencyUnit(turns.map((turn) => turn[metric].mean))
  const units = { ttft: unitOf('ttft'), tpot: unitOf('tpot'), e2el: unitOf('e2el') }
  return {
    units,
    rows: turns.map((turn) => ({
      turn: turn.number + 1,
      completed: turn.completed,
      failed: turn.failed,
      inputTokens: turn.completed === 0 ? null : turn.inputTokens,
      cells: turnMetrics.flatMap((metric) => cellsOf(turn, metric, units[metric])),
    })),
  }
}

function cellsOf(turn: TurnSummary, metric: TurnMetric, unit: LatencyUnit): readonly TurnCell[] {
  const stats = turn[metric]
  const values = { mean: stats.mean, median: stats.median, p99: tailOf(stats) }
  return turnStatistics.map((statistic) => ({
    key: `${metric} ${statistic}`,
    valueMs: stats.count === 0 ? null : values[statistic],
    unit,
  }))
}

export function conversationFigures(conversations: ConversationSummary): readonly RunFigure[] {
  const { completed, failed, turnsEach, duration } = conversations
  const ofCompleted = (ms: number | null) => (completed === 0 ? null : ms)
  return [
    count('run.conversations.completed', completed),
    count('run.conversations.failed', failed),
    speed('run.conversations.turnsEach', turnsEach, ''),
    latency('run.conversations.meanDuration', ofCompleted(duration.mean)),
    latency('run.conversations.medianDuration', ofCompleted(duration.median)),
    latency('run.conversations.tailDuration', ofCompleted(tailOf(duration))),
  ]
}

function tailOf({ percentiles }: MetricStats): number | null {
  return percentiles.find(({ percentile }) => percentile === tail)?.value ?? null
}
