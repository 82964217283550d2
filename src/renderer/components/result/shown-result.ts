// Facts shared by all parts of a result's page: its name and runs, the unit of each latency, and the header of saved images.
import { computed, inject, provide, type ComputedRef, type InjectionKey } from 'vue'
import {
  exactUnit,
  latencyUnit,
  type LatencyUnit,
  type UnitOf,
} from '#core/metrics/latency-unit.ts'
import type { ReportableMetricName } from '#core/metrics/latencies.ts'
import type { MetricStats } from '#core/model/run/metric-stats.ts'
import type { RunSummaryRow } from '#core/model/run/run.ts'
import { formatMoment, t } from '../../i18n/i18n.ts'
import { serverText } from '../run/labels/server-text.ts'

type ShownRun = Pick<
  RunSummaryRow,
  'config' | 'createdAtEpochMs' | 'facts' | 'imported' | 'serverName' | 'summary'
>

/** Empty on a page without a result. */
export type ImageHead = Readonly<{ name: string; facts: string }>

export type ShownResult = Readonly<{
  simulated: boolean
  unitOf: UnitOf
  head: ImageHead
}>

type Result = Readonly<{
  name: string
  runs: readonly ShownRun[]
  /** Its tables are documents, whose latencies are in ms. */
  isInMs?: boolean
}>

const key: InjectionKey<ComputedRef<ShownResult>> = Symbol('result')
const none = computed((): ShownResult => ({
  simulated: false,
  unitOf: () => null,
  head: { name: '', facts: '' },
}))

/** Provides it to all components within the calling view. */
export function provideResult(result: () => Result): ComputedRef<ShownResult> {
  const shown = computed(() => shownResult(result()))
  provide(key, shown)
  return shown
}

export function useResult(): ComputedRef<ShownResult> {
  return inject(key, none)
}

/** Exported for tests. */
export function shownResult(result: Result): ShownResult {
  return {
    simulated: result.runs.some(isSimulated),
    unitOf: (metric) =>
      result.isInMs === true ? exactUnit(metric) : medianUnit(result.runs, metric),
    head: imageHead(result),
  }
}

function isSimulated({ facts }: ShownRun): boolean {
  return facts?.simulated === true
}

/** Unit of the median run's median; null if no run measured the latency. */
function medianUnit(runs: readonly ShownRun[], metric: ReportableMetricName): LatencyUnit | null {
  const medians = runs.flatMap(({ summary }) => {
    const metrics: Partial<Record<ReportableMetricName, Pick<MetricStats, 'count' | 'median'>>> =
      summary?.metrics ?? {}
    const stats = metrics[metric]
    return stats === undefined || stats.count === 0 ? [] : [stats.median]
  })
  return medians.length === 0 ? null : latencyUnit(medians, metric)
}

/** Facts without which an image's figures would mislead. */
function imageHead({ name, runs }: Result): ImageHead {
  const servers = runs.map((run) => serverText(run, t) ?? run.imported?.fileName ?? '')
  const facts = [
    ...(runs.some(isSimulated) ? [t('common.simulated')] : []),
    ...new Set(servers),
    ...runs.slice(0, 1).map(({ createdAtEpochMs }) => formatMoment(createdAtEpochMs)),
  ]
  return { name, facts: facts.filter((fact) => fact !== '').join(' · ') }
}
