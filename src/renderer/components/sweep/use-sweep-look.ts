// Display options of a sweep: latency, statistic, throughput, and the cells to compare; shared by all its views.
import { taskOf } from '#core/backends/backend-traits.ts'
import type { MetricName } from '#core/metrics/latencies.ts'
import type { ThroughputName } from '#core/backends/task-traits.ts'
import { latencyLimits } from '#core/sweep/limits.ts'
import { computed, shallowRef, type ComputedRef, type Ref, type WritableComputedRef } from 'vue'
import { useResult } from '../result/shown-result.ts'
import { statisticName } from '#core/metrics/latencies.ts'
import {
  chosenPercentiles,
  type CurveChoice,
  knownPercentiles,
  type MeasuredSweep,
  type StatisticChoice,
} from './plots/drawn-curves.ts'

export type SweepLook = Readonly<{
  metric: WritableComputedRef<MetricName>
  statistic: WritableComputedRef<StatisticChoice>
  throughput: WritableComputedRef<ThroughputName>
  /** Draws curves over the offered load, if they have one, instead of the throughput. */
  isOffered: Ref<boolean>
  /** Percentiles requested for its runs. */
  known: ComputedRef<readonly number[]>
  choice: ComputedRef<CurveChoice>
  /** Keys of the cells to compare, in the order of selection. */
  chosen: Ref<readonly string[]>
  /** Toggles the selection of a cell. */
  choose: (key: string) => void
}>

type DisplayOptions = Readonly<{
  metric: MetricName
  statistic: StatisticChoice
  throughput: ThroughputName
}>

/** A view passes the result that it provides. By default, shows the limits' latency, or else the first latency of its task. */
export function useSweepLook(
  measured: Readonly<Ref<MeasuredSweep | null>>,
  result = useResult(),
): SweepLook {
  const shown = shallowRef<Partial<DisplayOptions>>({})
  const chosen = shallowRef<readonly string[]>([])
  const isOffered = shallowRef(true)
  const plan = computed(() => measured.value?.sweep.plan ?? null)
  const task = computed(() => plan.value && taskOf(plan.value.config))
  const limit = computed(() => latencyLimits(plan.value?.limits ?? [])[0] ?? null)
  const known = computed(() => {
    const rows = measured.value?.curves.flatMap(({ cells }) => cells.flatMap((cell) => cell.rows))
    const runs = rows?.flatMap(({ run }) => run ?? []) ?? []
    const percentiles = knownPercentiles([...(plan.value ? [plan.value] : []), ...runs])
    const own = limit.value?.percentile ?? 50
    return percentiles.includes(own) ? percentiles : [...percentiles, own].sort((a, b) => a - b)
  })

  const metric = computed({
    get: () => shown.value.metric ?? limit.value?.name ?? task.value?.metrics[0] ?? 'ttft',
    set: (metric) => (shown.value = { ...shown.value, metric }),
  })
  /** Two lines per curve would be too many for several curves. */
  const statistic = computed({
    get: () =>
      shown.value.statistic ??
      (limit.value && statisticName(limit.value.percentile)) ??
      (isAlone(measured.value) ? 'usual' : tailOf(known.value)),
    set: (statistic) => (shown.value = { ...shown.value, statistic }),
  })
  const throughput = computed({
    get: () => shown.value.throughput ?? task.value?.throughputs[0] ?? 'requestThroughput',
    set: (throughput) => (shown.value = { ...shown.value, throughput }),
  })
  const choice = computed(() => ({
    metric: metric.value,
    percentiles: chosenPercentiles(statistic.value, known.value),
    throughput: throughput.value,
    unit: result.value.unitOf(metric.value),
  }))

  function choose(key: string): void {
    const others = chosen.value.filter((one) => one !== key)
    chosen.value = others.length < chosen.value.length ? others : [...others, key]
  }

  return { metric, statistic, throughput, isOffered, known, choice, chosen, choose }
}

function isAlone(measured: MeasuredSweep | null): boolean {
  return (measured?.curves.length ?? 0) <= 1
}

function tailOf(known: readonly number[]): StatisticChoice {
  return `p${chosenPercentiles('usual', known).at(-1) ?? 50}`
}
