// What a search found, as sentences: the load, how sure it is, and why the search ended.
import type { CapacityAnswer, CurveAnswer, SearchAnswer } from '#core/model/sweep-search.ts'
import type { SweepPlan } from '#core/model/sweep.ts'
import { formatNumber } from '../../format/numbers.ts'
import type { Translate } from '../../i18n/i18n.ts'
import type { Tone } from '../kit/tone.ts'
import { limitText } from './limit-text.ts'
import { concurrencyText, rateText } from './sweep-names.ts'

type Asked = Pick<SweepPlan, 'search' | 'limits'>

/** A load as the search turned it. */
function loadText(load: number, { search }: Asked, t: Translate): string {
  return search?.over === 'maxConcurrency' ? concurrencyText(load, t) : rateText(load, t)
}

export function answerText(answer: SearchAnswer, plan: Asked, t: Translate): string {
  const found = answer.kind === 'capacity' ? capacity(answer, plan, t) : knee(answer, plan, t)
  const runs = t('sweep.answer.runs', { count: answer.runs })
  return `${[...found, runs].join('; ')}. ${t(`sweep.answer.ending.${answer.ending}`)}`
}

/** Only an answer as sure as asked is simply good. */
export function answerTone({ ending }: SearchAnswer): Tone {
  return ending === 'precise' ? 'good' : 'warn'
}

function capacity(
  { highestHeld, firstBroken, estimate, interval }: CapacityAnswer,
  plan: Asked,
  t: Translate,
): string[] {
  const load = (value: number): string => loadText(value, plan, t)
  return [
    highestHeld === null
      ? t('sweep.answer.noneHeld')
      : t('sweep.answer.held', { load: load(highestHeld) }),
    ...(firstBroken === null ? [] : [brokenText(firstBroken, plan, t)]),
    ...(estimate === null ? [] : [t('sweep.answer.estimate', { load: load(estimate) })]),
    ...intervalText(interval, t),
  ]
}

function brokenText(
  { load, limit }: NonNullable<CapacityAnswer['firstBroken']>,
  plan: Asked,
  t: Translate,
): string {
  const broken = limit === null ? undefined : plan.limits[limit]
  const values = { load: loadText(load, plan, t) }
  return broken === undefined
    ? t('sweep.answer.gaveUp', values)
    : t('sweep.answer.broke', { ...values, limit: limitText(broken, t) })
}

function knee({ knee: load, interval, rule }: CurveAnswer, plan: Asked, t: Translate): string[] {
  if (load === null) return [t('sweep.answer.noKnee')]
  const values = { load: loadText(load, plan, t), rule: t(`sweep.answer.rule.${rule}`) }
  return [t('sweep.answer.knee', values), ...intervalText(interval, t)]
}

function intervalText(
  interval: Readonly<{ low: number; high: number }> | null,
  t: Translate,
): string[] {
  if (interval === null) return []
  const { low, high } = interval
  return [t('sweep.answer.interval', { low: formatNumber(low), high: formatNumber(high) })]
}
