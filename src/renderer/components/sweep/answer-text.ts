// What a search found, as sentences: the load, how sure it is, and why the search ended.
import type { Text } from '#core/messages/message.ts'
import type { CapacityAnswer, CurveAnswer, SearchAnswer } from '#core/model/sweep/sweep-search.ts'
import type { SweepPlan } from '#core/model/sweep/sweep.ts'
import { kneeText } from '#core/sweep/knee/knee-text.ts'
import { formatNumber, formatShare } from '#core/format/numbers.ts'
import { formatLatency } from '../../format/times.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { inSequence } from '../../i18n/punctuation.ts'
import type { Tone } from '../kit/tone.ts'
import { limitName, limitText } from './limit-text.ts'
import { concurrencyText, rateText } from './sweep-names.ts'

type Asked = Pick<SweepPlan, 'search' | 'limits'>

/** A load as the search turned it. */
export function loadText(
  load: number,
  { search }: Pick<SweepPlan, 'search'>,
  t: Translate,
): string {
  return search?.over === 'maxConcurrency' ? concurrencyText(load, t) : rateText(load, t)
}

/** How the window says things: its own texts, and the sentences of core. */
export type Speech = Readonly<{ t: Translate; said: (text: Text) => string }>

export function answerText(answer: SearchAnswer, plan: Asked, { t, said }: Speech): string {
  const runs = t('sweep.answer.runs', { count: answer.runs })
  const ending = t(`sweep.answer.ending.${answer.ending}`)
  if (answer.kind === 'curve' && answer.found !== undefined)
    return inSequence([said(kneeText(answer.found)), `${runs}.`, ending])
  const found = answer.kind === 'capacity' ? capacity(answer, plan, t) : olderKnee(answer, plan, t)
  const whole = [...found, runs].join(t('sweep.answer.separator'))
  return t('sweep.answer.whole', { found: whole, ending })
}

/** Only an answer as sure as asked is simply good. */
export function answerTone({ ending }: SearchAnswer): Tone {
  return ending === 'precise' ? 'good' : 'warn'
}

function capacity(
  { highestHeld, unusable, firstBroken, estimate, interval }: CapacityAnswer,
  plan: Asked,
  t: Translate,
): string[] {
  const load = (value: number): string => loadText(value, plan, t)
  return [
    unusable !== undefined
      ? t(`sweep.answer.${unusable.held ? 'unusable' : 'unusableBroken'}`, {
          load: load(unusable.load),
          reasons: reasonsText(unusable, t),
        })
      : highestHeld === null
        ? t('sweep.answer.noneHeld')
        : t('sweep.answer.held', { load: load(highestHeld) }),
    ...(firstBroken === null ? [] : [brokenText(firstBroken, plan, t)]),
    ...(estimate === null ? [] : [t('sweep.answer.estimate', { load: load(estimate) })]),
    ...intervalText(interval, t),
  ]
}

function reasonsText({ reasons }: NonNullable<CapacityAnswer['unusable']>, t: Translate): string {
  return reasons.map((code) => t(`verdict.word.${code}`)).join(t('verdict.separator'))
}

type Broken = NonNullable<CapacityAnswer['firstBroken']>

/** With the figure that broke it and its interval, where the answer has them. */
function brokenText(firstBroken: Broken, plan: Asked, t: Translate): string {
  const { load, limit, unasked, figure } = firstBroken
  const broken = limit === null ? undefined : plan.limits[limit]
  const values = { load: loadText(load, plan, t) }
  const measured = figure === undefined ? null : figureTexts(figure, broken?.kind === 'latency')
  if (broken !== undefined) {
    const limited = { ...values, limit: limitText(broken, t) }
    if (measured === null) return t('sweep.answer.broke', limited)
    return t('sweep.answer.brokeBy', { ...limited, name: limitName(broken, t), ...measured })
  }
  if (measured === null || unasked === undefined) return t('sweep.answer.gaveUp', values)
  return t(`sweep.answer.unasked.${unasked}`, { ...values, ...measured })
}

function figureTexts(
  { value, interval }: NonNullable<Broken['figure']>,
  isLatency: boolean,
): Readonly<{ figure: string; low: string; high: string }> {
  const written = isLatency ? formatLatency : formatShare
  return { figure: written(value), low: written(interval.low), high: written(interval.high) }
}

/** Of answers of earlier versions. */
function olderKnee(
  { knee: load, interval, rule }: CurveAnswer,
  plan: Asked,
  t: Translate,
): string[] {
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
