// A sweep's rows as curves to draw: one per concurrency limit, or one over the limits where only they differ.
import { taskOf } from '#core/model/backend-traits.ts'
import type { MetricName } from '#core/model/fields/report-fields.ts'
import type { RequestRate, Sweep, SweepPoint } from '#core/model/sweep.ts'
import type { ThroughputName } from '#core/model/task-traits.ts'
import { formatLatency } from '../../format/times.ts'
import { formatNumber } from '../../format/numbers.ts'
import type { Translate } from '../../i18n/i18n.ts'
import type { TextKey } from '../../i18n/texts.ts'
import type { Curve, CurvePoint } from '../charts/options/latency-curve.ts'
import { medianMs, percentileMs } from '../run/run-numbers.ts'
import { isSound, type SweepRow } from './sweep-rows.ts'

export type CurveChoice = Readonly<{ metric: MetricName; throughput: ThroughputName }>

export const throughputTexts: Readonly<Record<ThroughputName, TextKey>> = {
  outputThroughput: 'charts.outputTokens',
  requestThroughput: 'charts.requestThroughput',
}

export function rateText(rate: RequestRate, t: Translate): string {
  return rate === 'inf' ? t('sweep.rateInf') : t('sweep.rate', { rate })
}

export function concurrencyText(maxConcurrency: number | null, t: Translate): string {
  return maxConcurrency === null
    ? t('sweep.noLimit')
    : t('sweep.limit', { concurrency: maxConcurrency })
}

/** What tells a point from the others of its sweep. */
export function pointLabel(point: SweepPoint, { plan }: Sweep, t: Translate): string {
  const rate = rateText(point.requestRate, t)
  const limit = concurrencyText(point.maxConcurrency, t)
  if (plan.maxConcurrencies.length === 1) return rate
  return plan.requestRates.length === 1 ? limit : `${rate} · ${limit}`
}

export function sweepCurves(
  {
    sweep,
    rows,
    choice,
  }: Readonly<{ sweep: Sweep; rows: readonly SweepRow[]; choice: CurveChoice }>,
  t: Translate,
): Curve[] {
  const toPoint = (row: SweepRow): CurvePoint[] => curvePoint({ sweep, row, choice }, t)
  const { requestRates, maxConcurrencies } = sweep.plan
  if (requestRates.length === 1) {
    return [{ name: rateText(requestRates[0] ?? 'inf', t), points: rows.flatMap(toPoint) }]
  }
  return maxConcurrencies.map((maxConcurrency) => ({
    name: concurrencyText(maxConcurrency, t),
    points: rows.filter(({ point }) => point.maxConcurrency === maxConcurrency).flatMap(toPoint),
  }))
}

type PointRequest = Readonly<{ sweep: Sweep; row: SweepRow; choice: CurveChoice }>

/** Nothing for a point that has measured nothing yet. */
function curvePoint({ sweep, row, choice }: PointRequest, t: Translate): CurvePoint[] {
  const { run, point } = row
  const throughput = row[choice.throughput]
  if (run === null || throughput === null) return []
  const { metric } = choice
  const median = medianMs(run, metric)
  const p99 = percentileMs(run, { metric, percentile: 99 })
  const name = t(`charts.metric.${metric}`)
  return [
    {
      index: point.index,
      label: pointLabel(point, sweep, t),
      throughput,
      medianMs: median,
      p99Ms: p99,
      solid: isSound(row),
      facts: [
        ...taskOf(run.config).throughputs.map((one) => ({
          name: t(throughputTexts[one]),
          value: formatNumber(row[one]),
        })),
        { name: `${t('charts.median')} ${name}`, value: formatLatency(median) },
        { name: `${t('charts.p99')} ${name}`, value: formatLatency(p99) },
      ],
    },
  ]
}
