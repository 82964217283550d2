// The limits of a sweep that speak of the latency that is shown, as lines across its plot.
import type { SweepPlan } from '#core/model/sweep.ts'
import { formatFigure } from '../../../i18n/figures.ts'
import type { Translate } from '../../../i18n/i18n.ts'
import type { CurveChoice } from './drawn-curves.ts'
import { statisticName } from './shown-statistics.ts'

export type DrawnLimit = Readonly<{ name: string; ms: number }>

/** Those of its own, and what `--goodput` asks of every request. */
export function limitLines(
  { limits, config }: Pick<SweepPlan, 'limits' | 'config'>,
  { metric, percentiles }: Pick<CurveChoice, 'metric' | 'percentiles'>,
  t: Translate,
): DrawnLimit[] {
  const goal = Object.entries(config.goodput).find(([name]) => name === metric)?.[1]
  return [
    ...limits.flatMap(({ name, percentile, bound }) => {
      if (name !== metric || !percentiles.includes(percentile)) return []
      const value = `${statisticName(percentile, t)} ≤ ${formatFigure(name, bound)}`
      return [{ name: t('charts.limit', { value }), ms: bound }]
    }),
    ...(goal === undefined
      ? []
      : [{ name: t('charts.goal', { value: formatFigure(metric, goal) }), ms: goal }]),
  ]
}
