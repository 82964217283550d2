// Loads of a sweep in progress that have no point on its curve yet, placed at the requested throughput.
import type { ThroughputName } from '#core/backends/task-traits.ts'
import type { MetricName } from '#core/metrics/latencies.ts'
import type { LiveSnapshot } from '#core/model/run/run.ts'
import type { SweepPlan } from '#core/model/sweep.ts'
import type { PlannedLoads } from '#core/plots/planned-series.ts'
import type { Translate } from '../../../i18n/i18n.ts'
import { cellThroughput } from '../cells/sweep-cells.ts'
import { concurrencyText, rateText } from '../cells/sweep-cells.ts'
import type { CurveChoice, MeasuredSweep } from './drawn-curves.ts'

type CurveInProgress = Readonly<{
  measured: MeasuredSweep
  choice: CurveChoice
  /** Places loads where they are offered. */
  isOffered?: boolean
  /** Snapshots of the running point, oldest first. */
  course: readonly LiveSnapshot[]
}>

/** Undefined unless the sweep is in progress and the work of a request is known. */
export function plannedLoads(
  { measured, choice, isOffered = false, course }: CurveInProgress,
  t: Translate,
): PlannedLoads | undefined {
  const { sweep } = measured
  if (sweep.status !== 'running' && sweep.status !== 'paused') return undefined
  const over = measured.curves[0]?.over ?? 'requestRate'
  const isHeld = isOffered && over === 'maxConcurrency'
  const work = isOffered ? 1 : workOfRequest(measured, choice.throughput)
  if (work === null) return undefined
  const open = sweep.points.filter(({ status }) => status === 'waiting' || status === 'running')
  const loads = new Set(
    open.flatMap((point) => {
      const load = isHeld ? point.maxConcurrency : point.requestRate
      return typeof load === 'number' ? load : []
    }),
  )
  const newest = course.at(-1)
  const ms = course.map((snapshot) => recentLatency(snapshot, choice.metric)).findLast(isMeasured)
  const isRunning = sweep.points.some(({ status }) => status === 'running')
  return {
    loads: [...loads].map((load) => ({
      throughput: load * work,
      name: isHeld ? concurrencyText(load, t) : rateText(load, t),
    })),
    current:
      !isRunning || newest === undefined || newest.elapsedS <= 0 || ms === undefined
        ? null
        : {
            throughput: isHeld ? newest.inFlight : (newest.asked / newest.elapsedS) * work,
            ms,
            name: t('sweep.now'),
          },
  }
}

function isMeasured(ms: number | null): ms is number {
  return ms !== null && ms > 0
}

/** Tokens (or requests) per request: as measured so far, or else from the requested lengths. */
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

/** Null for latencies without a live figure. */
function recentLatency(snapshot: LiveSnapshot, metric: MetricName): number | null {
  if (metric === 'ttft') return snapshot.recentTtftMs
  if (metric === 'e2el') return snapshot.recentE2elMs
  return metric === 'itl' || metric === 'tpot' ? snapshot.recentItlMs : null
}
