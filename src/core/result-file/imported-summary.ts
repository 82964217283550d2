// The figures of a run from its result, and those that follow from its requests.
import { importedScalars } from '../metrics/scalar-values.ts'
import {
  latencyOf,
  metricNames,
  ofLatencies,
  reportableMetricNames,
  type ReportableMetricName,
} from '#core/metrics/latencies.ts'
import { unmeasured, type MetricStats } from '../model/run/metric-stats.ts'
import type { RunSummary } from '../model/run/run-summary.ts'
import type { ImportSource } from '../model/run/import-source.ts'
import type { Result } from './result-schema.ts'
import { importedActivity } from './imported-activity.ts'
import { importedConversations } from './imported-conversations.ts'
import { importedProbes } from './imported-probes.ts'
import type { ImportedMetrics, ImportedStats } from './imported-metrics.ts'

type Sources = Readonly<{
  result: Result
  /** Every key of the result, whether we know it or not. */
  all: ReadonlyMap<string, unknown>
  metrics: ImportedMetrics
  /** Computed from the requests of the file; null where it has none. */
  computed: RunSummary | null
  details: ImportSource['requests']
}>

/** Where both are known, the file's word counts: it was written by anyone who measured. */
export function importedSummary({ result, all, metrics, computed, details }: Sources): RunSummary {
  const timed = details === 'times' ? computed : null
  return {
    ...importedScalars({ file: result, requests: computed, times: timed }),
    metrics: metricsOf(metrics, { computed, completed: result.completed }),
    firsts: {},
    steadyState: timed?.steadyState ?? null,
    conversations: importedConversations(result, all),
    probes: importedProbes(result),
    server: importedActivity(result),
    telemetry: null,
    certainty: null,
    errors: computed?.errors ?? [],
    client: null,
  }
}

type Known = Readonly<{ computed: RunSummary | null; completed: number }>

function metricsOf(metrics: ImportedMetrics, known: Known): RunSummary['metrics'] {
  const imported = reportableMetricNames.flatMap((name) => {
    const stats = statsFor(name, metrics, known)
    return stats === null ? [] : [[name, stats] as const]
  })
  return { ...ofLatencies(metricNames, () => unmeasured), ...Object.fromEntries(imported) }
}

/** Min, max and count are computed from the requests, where the file has them. */
function statsFor(
  name: ReportableMetricName,
  metrics: ImportedMetrics,
  { computed, completed }: Known,
): MetricStats | null {
  const imported = measuredOrNull(metrics.get(name))
  // The queue is in the file or unknown: our own count of it needs the schedule.
  const own = latencyOf(name).everyRun === true ? measuredOrNull(computed?.metrics[name]) : null
  if (imported === null) return own
  const count = own?.count ?? (latencyOf(name).ofEveryRequest === true ? completed : null)
  return { ...imported, count, min: own?.min ?? null, max: own?.max ?? null }
}

/** Zeros are written where nothing could be measured. */
function measuredOrNull<Stats extends ImportedStats>(stats: Stats | undefined): Stats | null {
  return stats === undefined || (stats.mean === 0 && stats.std === 0) ? null : stats
}
