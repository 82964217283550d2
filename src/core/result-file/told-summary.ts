// The numbers of a run as its result tells them, with those that follow from its requests where it does not.
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
import { toldActivity } from './told-activity.ts'
import { toldConversations } from './told-conversations.ts'
import { toldProbes } from './told-probes.ts'
import type { ToldMetrics, ToldStats } from './told-metrics.ts'

type Sources = Readonly<{
  result: Result
  /** Every key of the result, whether we know it or not. */
  all: ReadonlyMap<string, unknown>
  metrics: ToldMetrics
  /** Computed from the requests the file tells; null where it tells none. */
  computed: RunSummary | null
  details: ImportSource['requests']
}>

/** Where both are known, the file's word counts: it was written by whoever measured. */
export function toldSummary({ result, all, metrics, computed, details }: Sources): RunSummary {
  const timed = details === 'times' ? computed : null
  return {
    ...importedScalars({ file: result, requests: computed, times: timed }),
    metrics: metricsOf(metrics, { computed, completed: result.completed }),
    firsts: {},
    steadyState: timed?.steadyState ?? null,
    conversations: toldConversations(result, all),
    probes: toldProbes(result),
    server: toldActivity(result),
    telemetry: null,
    certainty: null,
    errors: computed?.errors ?? [],
    client: null,
  }
}

type Known = Readonly<{ computed: RunSummary | null; completed: number }>

function metricsOf(metrics: ToldMetrics, known: Known): RunSummary['metrics'] {
  const told = reportableMetricNames.flatMap((name) => {
    const stats = statsFor(name, metrics, known)
    return stats === null ? [] : [[name, stats] as const]
  })
  return { ...ofLatencies(metricNames, () => unmeasured), ...Object.fromEntries(told) }
}

/** Least, most and count come from the requests, where they are told. */
function statsFor(
  name: ReportableMetricName,
  metrics: ToldMetrics,
  { computed, completed }: Known,
): MetricStats | null {
  const told = measuredOrNull(metrics.get(name))
  // The queue is told by the file or not at all: our own count of it needs the schedule.
  const own = latencyOf(name).everyRun === true ? measuredOrNull(computed?.metrics[name]) : null
  if (told === null) return own
  const count = own?.count ?? (latencyOf(name).ofEveryRequest === true ? completed : null)
  return { ...told, count, min: own?.min ?? null, max: own?.max ?? null }
}

/** Zeros are written where nothing could be measured. */
function measuredOrNull<Stats extends ToldStats>(stats: Stats | undefined): Stats | null {
  return stats === undefined || (stats.mean === 0 && stats.std === 0) ? null : stats
}
