// Forecasts of a result, before anything is sent.
import type { BenchmarkPreview } from '#contract/views.ts'
import { formatCount } from '#core/base/numbers.ts'
import { reachText } from '#core/judgement/reach-text.ts'
import type { SweepPlan } from '#core/model/sweep.ts'
import { fewestValuesFor } from '#core/stats/certainty/percentile-interval.ts'
import type { SweepQuestion } from '../../drafts/questions.ts'
import { formatDuration, said, type Translate } from '../../i18n/i18n.ts'

type Preview = Pick<BenchmarkPreview, 'requests' | 'estimatedDurationS' | 'precision'>

type RunEstimate = Readonly<{
  preview: Preview | null
  /** Null unless the question is whether the load holds. */
  secondsHeld: number | null
}>

const tails = [99.9, 99, 95, 90, 50]

/** The highest percentile that the requests support, and the number that the next one requires. */
export function runForecast(
  { preview, secondsHeld }: RunEstimate,
  t: Translate,
): readonly string[] {
  if (preview === null) return []
  const { requests } = preview
  const at = tails.findIndex((percentile) => requests >= fewestValuesFor(percentile))
  const [shown, next] = [tails[at], tails[(at === -1 ? tails.length : at) - 1]]
  return [
    ...(secondsHeld === null
      ? []
      : [t('ask.forecast.hold', { duration: formatDuration(secondsHeld) })]),
    ...(shown === undefined
      ? []
      : [t('ask.forecast.run', { requests: formatCount(requests), percentile: shown })]),
    ...(next === undefined
      ? []
      : [
          t('ask.forecast.runMore', {
            percentile: next,
            amount: amountText(fewestValuesFor(next), preview, t),
          }),
        ]),
    ...(preview.precision === null ? [] : precisionText(preview.precision, preview, t)),
  ]
}

/** Width of the interval for the planned duration, and the duration required for a narrower one. */
function precisionText(
  { metric, percentile, reach, goal, run }: NonNullable<Preview['precision']>,
  preview: Preview,
  t: Translate,
): readonly string[] {
  const figure = { percentile, metric: t(`charts.metric.${metric}`), run: run.name }
  const needed = goal && {
    share: percent(goal.reach),
    amount: amountText(goal.requests, preview, t),
  }
  const key = reach === null ? 'precisionNeeds' : 'precisionMore'
  return [
    ...(reach === null
      ? []
      : [
          t('ask.forecast.precision', {
            ...figure,
            reach: said(reachText(reach, `${percent(reach)} %`)),
          }),
        ]),
    ...(needed === null ? [] : [t(`ask.forecast.${key}`, { ...figure, ...needed })]),
  ]
}

function percent(share: number): string {
  return String(Number((100 * share).toPrecision(share < 0.1 ? 1 : 2)))
}

/** A number of requests, and their duration if they are sent at a known rate. */
function amountText(
  wanted: number,
  { requests, estimatedDurationS }: Preview,
  t: Translate,
): string {
  const amount = { requests: formatCount(wanted) }
  if (estimatedDurationS === null || requests === 0) return t('ask.forecast.amount', amount)
  const duration = formatDuration((estimatedDurationS * wanted) / requests)
  return t('ask.forecast.amountTime', { ...amount, duration })
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
