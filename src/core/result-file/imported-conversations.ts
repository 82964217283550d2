// Conversations and each of their turns in a result file, by the keys of the original's Rust client.
import { answerLatencies, ofLatencies } from '#core/metrics/latencies.ts'
import type { ConversationSummary, TurnSummary } from '../model/run/conversation-summary.ts'
import { unmeasured, type MetricStats } from '../model/run/metric-stats.ts'
import type { Result } from './result-schema.ts'
import { importedMetrics, importedPercentiles, type ImportedStats } from './imported-metrics.ts'

type ImportedTurn = NonNullable<Result['per_turn_metrics']>[number]

/** Null where every request stood alone. */
export function importedConversations(
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
      ...notReported,
      mean,
      median: result.median_conversation_duration_ms ?? mean,
      percentiles: importedPercentiles('conversation_duration', all),
    },
    turns: turns.map(turnOf),
  }
}

const notReported: MetricStats = { ...unmeasured, count: null }

function turnOf(imported: ImportedTurn, place: number): TurnSummary {
  const metrics = importedMetrics(new Map(Object.entries(imported)))
  const { turn_index: number = place, completed, failed } = imported
  return {
    number,
    completed,
    failed,
    inputTokens: imported.mean_input_tokens ?? meanInput(imported),
    outputTokens: imported.total_output_tokens ?? null,
    ...ofLatencies(answerLatencies, (name) => statsOf(metrics.get(name))),
    itl: metrics.has('itl') ? statsOf(metrics.get('itl')) : null,
  }
}

/** The Rust client writes the sum. */
function meanInput({ total_input_tokens: total, completed }: ImportedTurn): number {
  return total === undefined || completed === 0 ? 0 : total / completed
}

/** A metric that is absent has no values. */
function statsOf(imported: ImportedStats | undefined): MetricStats {
  return imported === undefined ? { ...notReported, count: 0 } : { ...notReported, ...imported }
}
