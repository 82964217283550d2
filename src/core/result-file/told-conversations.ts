// What a result file tells of conversations and of each of their turns, by the keys of the original's Rust client.
import { answerLatencies, ofLatencies } from '#core/metrics/latencies.ts'
import type { ConversationSummary, TurnSummary } from '../model/run/conversation-summary.ts'
import type { MetricStats } from '../model/run/metric-stats.ts'
import type { Result } from './result-schema.ts'
import { toldMetrics, toldPercentiles, type ToldStats } from './told-metrics.ts'

type ToldTurn = NonNullable<Result['per_turn_metrics']>[number]

/** Null where every request stood alone. */
export function toldConversations(
  result: Result,
  all: ReadonlyMap<string, unknown>,
): ConversationSummary | null {
  const { conversations_completed: completed, per_turn_metrics: turns } = result
  if (completed === null || turns === null) return null
  const mean = result.avg_conversation_duration_ms ?? 0
  return {
    completed,
    failed: result.conversations_failed ?? 0,
    turnsEach: result.avg_turns_completed ?? 0,
    duration: {
      ...untold,
      mean,
      median: result.median_conversation_duration_ms ?? mean,
      percentiles: toldPercentiles('conversation_duration', all),
    },
    turns: turns.map(turnOf),
  }
}

const untold: MetricStats = {
  ...{ count: null, mean: 0, median: 0, std: 0, min: null, max: null },
  percentiles: [],
}

function turnOf(told: ToldTurn, place: number): TurnSummary {
  const metrics = toldMetrics(new Map(Object.entries(told)))
  const { turn_index: number = place, completed, failed } = told
  return {
    ...{ number, completed, failed },
    inputTokens: told.mean_input_tokens ?? meanInput(told),
    outputTokens: told.total_output_tokens ?? null,
    ...ofLatencies(answerLatencies, (name) => statsOf(metrics.get(name))),
    itl: metrics.has('itl') ? statsOf(metrics.get('itl')) : null,
  }
}

/** The Rust client tells the sum. */
function meanInput({ total_input_tokens: total, completed }: ToldTurn): number {
  return total === undefined || completed === 0 ? 0 : total / completed
}

/** A metric nobody told has no values. */
function statsOf(told: ToldStats | undefined): MetricStats {
  return told === undefined ? { ...untold, count: 0 } : { ...untold, ...told }
}
