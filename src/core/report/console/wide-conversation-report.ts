// Report of a run of conversations in the layout of vLLM's Rust client: all turns combined, then each turn.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { turnLatencies } from '#core/metrics/latencies.ts'
import type { ConversationSummary, TurnSummary } from '../../model/run/conversation-summary.ts'
import type { MetricStats } from '../../model/run/metric-stats.ts'
import type { RunSummary } from '../../model/run/run-summary.ts'
import { decodingSection } from './decoding-section.ts'
import type { PrintedRun } from './run-part.ts'
import { pythonFixed2 } from '#core/base/python-number.ts'
import type { ReportedMetric } from './reported-metrics.ts'
import { wideBanner, wideFooter, wideMetrics, wideSection } from './wide-report.ts'

const labelWidth = 45
const valueWidth = 10

/** Null for single requests. No newline at the end. */
export function wideConversationReport({ config, summary }: PrintedRun): string | null {
  const { conversations } = summary
  if (conversations === null) return null
  const metrics = wideMetrics(config, summary)
  return [
    wideBanner(' Multi-Turn Benchmark Result ', '='),
    ...headRows(config, summary.durationS, conversations),
    wideBanner(' Overall (All Turns) ', '-'),
    ...amountRows(amountsOf(summary)),
    ...metrics.flatMap(wideSection),
    ...conversations.turns.flatMap((turn) => turnBlock(turn, summary.durationS, metrics)),
    ...decodingSection(summary),
    wideFooter,
  ].join('\n')
}

function headRows(
  config: BenchmarkConfig,
  durationS: number,
  { completed, failed, turnsEach, duration, turns }: ConversationSummary,
): readonly string[] {
  const { datasetName, multiTurnNumTurns, maxConcurrency, numPrompts, multiTurnDelayMs } = config
  const turnsAsked = datasetName === 'random-multi-turn' ? multiTurnNumTurns : turns.length
  return [
    headRow('Conversations completed/total:', `${completed}/${completed + failed}`),
    headRow('Turns per conversation (configured):', turnsAsked),
    headRow('Avg turns completed:', turnsEach.toFixed(1)),
    headRow('Avg conversation duration (ms):', duration.mean.toFixed(0)),
    headRow('Concurrency:', maxConcurrency ?? numPrompts),
    headRow('Inter-turn delay (ms):', multiTurnDelayMs),
    headRow('Benchmark duration (s):', pythonFixed2(durationS)),
  ]
}

/** Without the trailing spaces of other rows. */
function headRow(label: string, value: string | number): string {
  return `${label.padEnd(labelWidth)} ${value}`
}

type Amounts = Pick<RunSummary, 'durationS' | 'completed' | 'failed'> &
  Readonly<{ inputTokens: number; outputTokens: number }>

function amountsOf(summary: RunSummary): Amounts {
  const { totalInputTokens: inputTokens, totalOutputTokens } = summary
  return { ...summary, inputTokens, outputTokens: totalOutputTokens ?? 0 }
}

function turnBlock(
  turn: TurnSummary,
  durationS: number,
  metrics: readonly ReportedMetric[],
): readonly string[] {
  const { number, completed, failed, outputTokens } = turn
  const samples = completed + failed
  const inputTokens = Math.round(turn.inputTokens * completed)
  return [
    wideBanner(` Turn ${number + 1} (${samples} samples) `, '-'),
    ...amountRows({ durationS, completed, failed, inputTokens, outputTokens: outputTokens ?? 0 }),
    ...metrics.flatMap((metric) => {
      const stats = statsOf(turn, metric.name)
      return stats === null ? [] : wideSection({ ...metric, stats })
    }),
  ]
}

/** Null if this latency is unknown per turn. */
function statsOf(turn: TurnSummary, name: ReportedMetric['name']): MetricStats | null {
  const own = turnLatencies.find((each) => each === name)
  return own === undefined ? null : turn[own]
}

function amountRows({
  durationS,
  completed,
  failed,
  inputTokens,
  outputTokens,
}: Amounts): readonly string[] {
  const perSecond = (amount: number) => pythonFixed2(durationS > 0 ? amount / durationS : 0)
  return [
    row('Successful requests:', String(completed)),
    row('Failed requests:', String(failed)),
    row('Total input tokens:', String(inputTokens)),
    row('Total generated tokens:', String(outputTokens)),
    row('Request throughput (req/s):', perSecond(completed)),
    row('Input token throughput (tok/s):', perSecond(inputTokens)),
    row('Output token throughput (tok/s):', perSecond(outputTokens)),
    row('Total token throughput (tok/s):', perSecond(inputTokens + outputTokens)),
  ]
}

function row(label: string, value: string): string {
  return `${label.padEnd(labelWidth)} ${value.padEnd(valueWidth)}`
}
