// The statistics of a latency in a sweep: the mean, and the percentiles requested for its runs.
import type { Run } from '#core/model/run/run.ts'
import type { Translate } from '../../../i18n/i18n.ts'

/** `usual` is the median with the highest percentile below the greatest value. */
export type StatisticChoice = 'usual' | 'mean' | `p${number}`

export function statisticName(percentile: number | null, t: Translate): string {
  return percentile === null ? t('charts.mean') : `p${percentile}`
}

/** Percentiles, ascending, always with the median. */
export function knownPercentiles(runs: readonly Pick<Run, 'config'>[]): number[] {
  const asked = runs.flatMap(({ config }) => config.metricPercentiles)
  return [...new Set([50, ...asked])].sort((a, b) => a - b)
}

/** The choice that shows a limit's statistic. */
export function statisticOf({
  percentile,
}: Readonly<{ percentile: number | null }>): StatisticChoice {
  return percentile === null ? 'mean' : `p${percentile}`
}

/** Percentiles of a choice; null is the mean. */
export function chosenPercentiles(
  choice: StatisticChoice,
  known: readonly number[],
): readonly (number | null)[] {
  if (choice === 'mean') return [null]
  if (choice !== 'usual') return [Number(choice.slice(1))]
  const highest = known.findLast((percentile) => percentile > 50 && percentile < 100)
  return highest === undefined ? [50] : [50, highest]
}

export function statisticOptions(known: readonly number[], t: Translate) {
  const usual = chosenPercentiles('usual', known).map((percentile) => statisticName(percentile, t))
  return [
    ...(usual.length > 1 ? [{ value: 'usual' as const, label: usual.join(' + ') }] : []),
    ...known.map((percentile) => ({ value: `p${percentile}` as const, label: `p${percentile}` })),
    { value: 'mean' as const, label: t('charts.mean') },
  ]
}
