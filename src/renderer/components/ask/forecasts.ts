// Forecasts of an answer, before anything is sent.
import { formatCount } from '#core/base/numbers.ts'
import type { SweepPlan } from '#core/model/sweep.ts'
import { fewestValuesFor } from '#core/stats/certainty/percentile-interval.ts'
import type { SweepQuestion } from '../../drafts/questions.ts'
import { formatDuration, type Translate } from '../../i18n/i18n.ts'

type RunEstimate = Readonly<{
  preview: Readonly<{ requests: number; estimatedDurationS: number | null }> | null
  /** Null unless the question is whether the load holds. */
  secondsHeld: number | null
}>

const tails = [99.9, 99, 95, 90, 50]

/** The highest percentile that the requests suffice for, and the number that the next one needs. */
export function runForecast(
  { preview, secondsHeld }: RunEstimate,
  t: Translate,
): readonly string[] {
  if (preview === null) return []
  const { requests, estimatedDurationS } = preview
  const at = tails.findIndex((percentile) => requests >= fewestValuesFor(percentile))
  const [shown, next] = [tails[at], tails[(at === -1 ? tails.length : at) - 1]]
  return [
    ...(secondsHeld === null
      ? []
      : [t('ask.forecast.hold', { duration: formatDuration(secondsHeld) })]),
    ...(shown === undefined
      ? []
      : [t('ask.forecast.run', { requests: formatCount(requests), percentile: shown })]),
    ...(next === undefined ? [] : [moreText(next, { requests, estimatedDurationS }, t)]),
  ]
}

/** Requests that a further percentile needs, and the time if they are sent at a known rate. */
function moreText(
  percentile: number,
  { requests, estimatedDurationS }: NonNullable<RunEstimate['preview']>,
  t: Translate,
): string {
  const fewest = fewestValuesFor(percentile)
  const needed = { percentile, requests: formatCount(fewest) }
  if (estimatedDurationS === null) return t('ask.forecast.runMore', needed)
  const duration = formatDuration((estimatedDurationS * fewest) / requests)
  return t('ask.forecast.runMoreTime', { ...needed, duration })
}

export function sweepForecast(
  question: SweepQuestion,
  { search }: Pick<SweepPlan, 'search'>,
  t: Translate,
): readonly string[] {
  const precision =
    search?.kind === 'capacity' ? String(Number((100 * search.precision).toPrecision(3))) : ''
  switch (question) {
    case 'capacity':
      return [t('ask.forecast.capacity', { precision })]
    case 'knee':
    case 'tune':
    case 'size':
      return [t(`ask.forecast.${question}`)]
  }
}
