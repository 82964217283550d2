// Summary of a run from its result file: its own metrics, values computed from its requests, conversations, decoding, probes and latency
// statistics.
import {
  answerLatencies,
  latencyOf,
  metricNames,
  ofLatencies,
  type ReportableMetricName,
  reportableMetricNames,
} from '#core/metrics/latencies.ts'
import { asMs, writtenForm } from '#core/metrics/written-form.ts'
import { type MetricStats, unmeasured } from '../model/run/metric-stats.ts'
import type { ConversationSummary, TurnSummary } from '../model/run/conversation-summary.ts'
import { inEnglish, message } from '../messages/message.ts'
import { cutOff } from '../stats/genuine-failures.ts'
import type { Result } from './result-schema.ts'
import { importedScalars } from '#core/stats/scalar-values.ts'
import type { RunSummary } from '../model/run/run-summary.ts'
import type { ImportSource } from '../model/run/import-source.ts'
import {
  listedDecodings,
  type ServerActivity,
  valuesSchemaOf,
} from '#core/model/server-activity.ts'
import { type ProbeSummary, probeSummarySchema } from '../model/run/probes.ts'

/** One turn of a result file's conversations, with the keys of the original's Rust client. */
type ImportedTurn = NonNullable<Result['per_turn_metrics']>[number]

/** Null if every request was single. */
function importedConversations(
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

/** The Rust client writes the sum, so divide by the requests. */
function meanInput({ total_input_tokens: total, completed }: ImportedTurn): number {
  return total === undefined || completed === 0 ? 0 : total / completed
}

/** An absent metric has no values. */
function statsOf(imported: ImportedStats | undefined): MetricStats {
  return imported === undefined ? { ...notReported, count: 0 } : { ...notReported, ...imported }
}

type Sources = Readonly<{
  result: Result
  /** Every key of the result, including unknown ones. */
  all: ReadonlyMap<string, unknown>
  metrics: ImportedMetrics
  /** Summary computed from the requests of the file; null if it has none. */
  computed: RunSummary | null
  details: ImportSource['requests']
}>

/** Prefers the file's value over the computed one, because its writer measured it. */
export function importedSummary({ result, all, metrics, computed, details }: Sources): RunSummary {
  const timed = details === 'times' ? computed : null
  const scalars = importedScalars({ file: result, requests: computed, times: timed })
  const cut = computed === null ? (result.cut_off_requests ?? 0) : cutOff(computed)
  return {
    ...scalars,
    failed: scalars.failed === null ? null : scalars.failed + cut,
    metrics: metricsOf(metrics, { computed, completed: result.completed }),
    firsts: {},
    steadyState: timed?.steadyState ?? null,
    conversations: importedConversations(result, all),
    probes: importedProbes(result),
    server: importedActivity(result),
    telemetry: null,
    certainty: null,
    errors: computed?.errors ?? cutOffErrors(cut),
    client: null,
  }
}

/** A summary counts cut-off requests separately from failures, under another code. */
function cutOffErrors(count: number): RunSummary['errors'] {
  if (count === 0) return []
  return [{ code: 'cancelled', message: inEnglish(message('runs.failed.cancelled')), count }]
}

type ComputedSummary = Readonly<{ computed: RunSummary | null; completed: number }>

function metricsOf(metrics: ImportedMetrics, known: ComputedSummary): RunSummary['metrics'] {
  const imported = reportableMetricNames.flatMap((name) => {
    const stats = statsFor(name, metrics, known)
    return stats === null ? [] : [[name, stats] as const]
  })
  return { ...ofLatencies(metricNames, () => unmeasured), ...Object.fromEntries(imported) }
}

/** Min, max and count are computed from the requests of the file, if any. */
function statsFor(
  name: ReportableMetricName,
  metrics: ImportedMetrics,
  { computed, completed }: ComputedSummary,
): MetricStats | null {
  const imported = measuredOrNull(metrics.get(name))
  // The queue latency is taken only from the file, because computing it would need the schedule.
  const own = latencyOf(name).everyRun === true ? measuredOrNull(computed?.metrics[name]) : null
  if (imported === null) return own
  const count = own?.count ?? (latencyOf(name).ofEveryRequest === true ? completed : null)
  return { ...imported, count, min: own?.min ?? null, max: own?.max ?? null }
}

/** The file has zeros for metrics that could not be measured. */
function measuredOrNull<Stats extends ImportedStats>(stats: Stats | undefined): Stats | null {
  return stats === undefined || (stats.mean === 0 && (stats.std ?? 0) === 0) ? null : stats
}

/** Decoding statistics of the server; all of one kind, or null. */
function importedActivity(result: Result): ServerActivity | null {
  const file: Readonly<Record<string, unknown>> = result
  const imported = listedDecodings.map(([name, decoding]) => {
    const values = Object.entries(decoding.figures).map(([field, { key }]) => [field, file[key]])
    const read = valuesSchemaOf(decoding).safeParse(Object.fromEntries(values))
    return [name, read.data ?? null] as const
  })
  if (imported.every(([, values]) => values === null)) return null
  return { ...Object.fromEntries(imported), prefixCache: null }
}

function importedProbes(result: Result): ProbeSummary | null {
  const imported = probeSummarySchema.safeParse({
    completed: result.probe_completed,
    failed: result.probe_failed,
    e2el: {
      medianMs: result.probe_median_e2el_ms,
      p99Ms: result.probe_p99_e2el_ms,
      maxMs: result.probe_max_e2el_ms,
    },
  })
  return imported.data ?? null
}

/** Statistics that result files may have; no version writes others. */
type ImportedStats = Pick<MetricStats, 'mean' | 'median' | 'std' | 'percentiles'>

export type ImportedMetrics = ReadonlyMap<ReportableMetricName, ImportedStats>

/**
 * Latency statistics of a result, found by the pattern of their keys: `mean_ttft_ms`, `p99.9_tpot_ms`. A metric is present if its mean and
 * median are.
 */
export function importedMetrics(result: ReadonlyMap<string, unknown>): ImportedMetrics {
  const imported = new Map<ReportableMetricName, ImportedStats>()
  for (const name of reportableMetricNames) {
    const form = writtenForm(name)
    const { suffix, perMs } = form
    const [mean, median, std] = ['mean', 'median', 'std'].map((statistic) => {
      const value = result.get(`${statistic}_${name}${suffix}`)
      return isNumber(value) ? value / perMs : value
    })
    if (!isNumber(mean) || !isNumber(median)) continue
    const percentiles = importedPercentiles(name, result, form)
    imported.set(name, { mean, median, std: isNumber(std) ? std : null, percentiles })
  }
  return imported
}

function importedPercentiles(
  name: string,
  result: ReadonlyMap<string, unknown>,
  { suffix, perMs } = asMs,
): MetricStats['percentiles'] {
  const key = new RegExp(`^p(\\d+(?:\\.\\d+)?)_${name}${suffix}$`)
  const found = Array.from(result, ([written, imported]) => ({
    percentile: Number(key.exec(written)?.[1]),
    value: imported,
  }))
  return found.flatMap(({ percentile, value }) =>
    percentile <= 100 && isNumber(value) ? [{ percentile, value: value / perMs }] : [],
  )
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}
