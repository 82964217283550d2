// How a reader looks at a sweep: which latency, which of its figures, which throughput; the same in every view of it.
import { taskOf } from '#core/model/backend-traits.ts'
import type { MetricName } from '#core/model/fields/report-fields.ts'
import type { ThroughputName } from '#core/model/task-traits.ts'
import { computed, shallowRef, type ComputedRef, type Ref } from 'vue'
import type { CurveChoice, MeasuredSweep } from './drawn-curves.ts'
import { chosenPercentiles, knownPercentiles, type StatisticChoice } from './shown-statistics.ts'

export type SweepLook = Readonly<{
  metric: ComputedRef<MetricName>
  statistic: ComputedRef<StatisticChoice>
  throughput: ComputedRef<ThroughputName>
  /** Percentiles its runs were asked for. */
  known: ComputedRef<readonly number[]>
  choice: ComputedRef<CurveChoice>
  change: (part: Partial<Chosen>) => void
}>

type Chosen = Readonly<{
  metric: MetricName
  statistic: StatisticChoice
  throughput: ThroughputName
}>

/** Nothing chosen yet shows what the sweep's limits speak of, else what its task looks at first. */
export function useSweepLook(measured: Readonly<Ref<MeasuredSweep | null>>): SweepLook {
  const chosen = shallowRef<Partial<Chosen>>({})
  const plan = computed(() => measured.value?.sweep.plan ?? null)
  const task = computed(() => plan.value && taskOf(plan.value.config))
  const limit = computed(
    () => plan.value?.limits.flatMap((one) => (one.kind === 'latency' ? one : []))[0] ?? null,
  )
  const known = computed(() => {
    const rows = measured.value?.curves.flatMap(({ cells }) => cells.flatMap((cell) => cell.rows))
    const runs = rows?.flatMap(({ run }) => run ?? []) ?? []
    return knownPercentiles([...(plan.value ? [plan.value] : []), ...runs])
  })

  const metric = computed(
    () => chosen.value.metric ?? limit.value?.metric ?? task.value?.metrics[0] ?? 'ttft',
  )
  /** Two lines for each of several curves would be too many. */
  const statistic = computed(
    () => chosen.value.statistic ?? (isAlone(measured.value) ? 'usual' : tailOf(known.value)),
  )
  const throughput = computed(
    () => chosen.value.throughput ?? task.value?.throughputs[0] ?? 'requestThroughput',
  )
  const choice = computed(() => ({
    metric: metric.value,
    percentiles: chosenPercentiles(statistic.value, known.value),
    throughput: throughput.value,
  }))

  function change(part: Partial<Chosen>): void {
    chosen.value = { ...chosen.value, ...part }
  }

  return { metric, statistic, throughput, known, choice, change }
}

function isAlone(measured: MeasuredSweep | null): boolean {
  return (measured?.curves.length ?? 0) <= 1
}

function tailOf(known: readonly number[]): StatisticChoice {
  return `p${chosenPercentiles('usual', known).at(-1) ?? 50}`
}
