// Turns of a run of conversations, printed after its report and written to its file.
import type { ConversationSummary, TurnSummary } from '../../model/run/conversation-summary.ts'
import { compatProfileOf } from '../../compat/compat-profile-of.ts'
import { inItsUnit } from '#core/metrics/figures.ts'
import {
  answerLatencies,
  type AnswerLatency,
  latencyLabels,
  shownLatencies,
  turnLatencies,
} from '#core/metrics/latencies.ts'
import type { MetricStats } from '../../model/run/metric-stats.ts'
import type { PrintedRun } from './run-part.ts'
import { float, type PythonEntry, type PythonValue } from '../result-file/python-json.ts'
import { pythonFixed2 } from '#core/base/python-number.ts'
import { amount, banner, count, footer } from './report-layout.ts'
import * as features from '../result-file/features.ts'
import type { TrajectoryReporter } from '../result-file/trajectory-report.ts'
import { percentileEntries, statsEntries } from '../result-file/stats-entries.ts'
import { type Column, textTable } from '../../documents/table.ts'

/** Absent without the feature of agents. */
export const [trajectoryReport] = Object.values<TrajectoryReporter>(features)

const tail = 99

/** Null for single requests, and if the client of the compatibility profile does not print turns. No newline at the end. */
export function conversationReport(run: PrintedRun): string | null {
  const conversations = reported(run)
  if (conversations === null) return null
  const { turns } = conversations
  const agents = trajectoryReport?.(conversations) ?? null
  const step = agents === null ? 'Turn' : 'Step'
  return [
    ...(agents?.lines ?? conversationLines(conversations)),
    banner(`${step} by ${step} (ms)`, '-'),
    textTable(turnColumns(turns, step), turns),
    footer,
  ].join('\n')
}

function conversationLines(conversations: ConversationSummary): readonly string[] {
  const { completed, failed, turnsEach, duration } = conversations
  return [
    banner(' Conversations ', '='),
    count('Conversations completed:', completed),
    count('Conversations failed:', failed),
    amount('Mean turns answered:', turnsEach),
    amount('Mean conversation duration (ms):', duration.mean),
    amount('Median conversation duration (ms):', duration.median),
    amount(`P${tail} conversation duration (ms):`, tailOf(duration)),
  ]
}

function turnColumns(
  turns: readonly TurnSummary[],
  step: 'Turn' | 'Step',
): readonly Column<TurnSummary>[] {
  const latencies = shownLatencies(answerLatencies, (name) =>
    turns.some((turn) => turn[name].count !== 0),
  )
  const number = { head: [step], cell: (turn: TurnSummary) => String(turn.number + 1) }
  return [number, ...amountColumns, ...latencies.flatMap(latencyColumns)]
}

const amountColumns: readonly Column<TurnSummary>[] = [
  { head: ['Count'], cell: ({ completed }) => String(completed) },
  { head: ['Failed'], cell: ({ failed }) => String(failed) },
  { head: ['Input', 'tokens'], cell: ({ inputTokens }) => pythonFixed2(inputTokens) },
]

function latencyColumns(name: AnswerLatency): readonly Column<TurnSummary>[] {
  const text = (kept: number) => pythonFixed2(inItsUnit(name, kept))
  return [
    { head: [latencyLabels[name], 'mean'], cell: (turn) => text(turn[name].mean) },
    { head: ['', 'median'], cell: (turn) => text(turn[name].median) },
    { head: ['', `p${tail}`], cell: (turn) => text(tailOf(turn[name])) },
  ]
}

/** Keys as in the original's Rust client, if it has them. */
export function conversationEntries(run: PrintedRun): readonly PythonEntry[] {
  const conversations = reported(run)
  if (conversations === null) return []
  const { completed, failed, turnsEach, duration, turns } = conversations
  return [
    ['conversations_completed', completed],
    ['conversations_failed', failed],
    ['avg_turns_completed', float(turnsEach)],
    ['avg_conversation_duration_ms', float(duration.mean)],
    ['median_conversation_duration_ms', float(duration.median)],
    ...percentileEntries('conversation_duration', duration),
    ...(trajectoryReport?.(conversations)?.entries ?? []),
    ['per_turn_metrics', turns.map(turnObject)],
  ]
}

function turnObject(turn: TurnSummary): Map<string, PythonValue> {
  return new Map<string, PythonValue>([
    ['turn_index', turn.number],
    ['num_samples', turn.completed + turn.failed],
    ['completed', turn.completed],
    ['failed', turn.failed],
    ['mean_input_tokens', float(turn.inputTokens)],
    ...(turn.outputTokens === null ? [] : [['total_output_tokens', turn.outputTokens] as const]),
    ...shownLatencies(turnLatencies, (name) => turn[name]?.count !== 0).flatMap((name) => {
      const stats = turn[name]
      return stats === null ? [] : statsEntries(name, stats)
    }),
  ])
}

function reported({ config, summary }: PrintedRun): ConversationSummary | null {
  return compatProfileOf(config).result.keys.includes('[conversations]')
    ? summary.conversations
    : null
}

function tailOf({ percentiles }: MetricStats): number {
  return percentiles.find(({ percentile }) => percentile === tail)?.value ?? 0
}
