// Loads of a sweep in progress that have no point on its curve yet, placed by the throughput that they ask for.
import type { ThroughputName } from '#core/model/benchmark/task-traits.ts'
import type { MetricName } from '#core/metrics/latencies.ts'
import type { LiveSnapshot } from '#core/model/run/run.ts'
import type { SweepPlan } from '#core/model/sweep/sweep.ts'
import type { PlannedLoads } from '#core/plots/planned-loads.ts'
import type { Translate } from '../../../i18n/i18n.ts'
import { cellThroughput } from '../cells/sweep-cells.ts'
import { rateText } from '../sweep-names.ts'
import type { CurveChoice, MeasuredSweep } from './drawn-curves.ts'

type CurveInProgress = Readonly<{
  measured: MeasuredSweep
  choice: CurveChoice
  /** Snapshots of the running point, oldest first. */
  course: readonly LiveSnapshot[]
}>

/** Undefined for a sweep that is not in progress, and if the work of a request is not known. */
export function plannedLoads(
  { measured, choice, course }: CurveInProgress,
  t: Translate,
): PlannedLoads | undefined {
  const { sweep } = measured
  if (sweep.status !== 'running' && sweep.status !== 'paused') return undefined
  const work = workOfRequest(measured, choice.throughput)
  if (work === null) return undefined
  const open = sweep.points.filter(({ status }) => status === 'waiting' || status === 'running')
  const rates = new Set(
    open.flatMap(({ requestRate }) => (requestRate === 'inf' ? [] : requestRate)),
  )
  const newest = course.at(-1)
  const ms = course.map((snapshot) => recentLatency(snapshot, choice.metric)).findLast(isMeasured)
  const isRunning = sweep.points.some(({ status }) => status === 'running')
  return {
    loads: [...rates].map((rate) => ({ throughput: rate * work, name: rateText(rate, t) })),
    now:
      !isRunning || newest === undefined || newest.elapsedS <= 0 || ms === undefined
        ? null
        : {
            throughput: (newest.asked / newest.elapsedS) * work,
            ms,
            name: t('sweep.now'),
          },
  }
}

function isMeasured(ms: number | null): ms is number {
  return ms !== null && ms > 0
}

/** Throughput per request and second: of what is measured already, else of the lengths that are asked for. */
function workOfRequest({ sweep, curves }: MeasuredSweep, name: ThroughputName): number | null {
  if (name === 'requestThroughput') return 1
  for (const cell of curves.flatMap(({ cells }) => cells)) {
    const [all, requests] = [cellThroughput(cell, name), cellThroughput(cell, 'requestThroughput')]
    if (all !== null && requests !== null && requests.value > 0) return all.value / requests.value
  }
  return lengthOf(sweep.plan, name)
}

function lengthOf({ config }: SweepPlan, name: ThroughputName): number | null {
  if (config.datasetName !== 'random') return null
  return name === 'outputThroughput' ? config.randomOutputLen : null
}

/** The latency as it is now; null if it is not followed live. */
function recentLatency(snapshot: LiveSnapshot, metric: MetricName): number | null {
  if (metric === 'ttft') return snapshot.recentTtftMs
  if (metric === 'e2el') return snapshot.recentE2elMs
  return metric === 'itl' || metric === 'tpot' ? snapshot.recentItlMs : null
}
