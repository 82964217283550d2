// The loads of a sweep for its list: those it measures, or those its search may choose.
import { rateText } from '#core/sweep/knee-text.ts'
import { heldBy } from '#core/traits/load-traits.ts'
import type { SweepPlan } from '#core/model/sweep.ts'
import { risingLoad } from '#core/sweep/judge-curve.ts'
import { said, type Translate } from '../../i18n/i18n.ts'

export function loadsText(plan: SweepPlan, t: Translate): string {
  const { search, requestRates, maxConcurrencies } = plan
  const held = heldBy(plan.config)
  if (search !== null) {
    const { over, from, upTo } = search
    const range = { from: rounded(from), upTo: rounded(upTo) }
    return over === 'requestRate'
      ? said(rateText(t('sweep.searched.rates', range), held))
      : t(`sweep.searched.${held}`, range)
  }
  const limits = [...new Set(maxConcurrencies)].map((limit) => limit ?? t('run.noLimit')).join(', ')
  const rates = [...new Set(requestRates)].join(', ')
  if (risingLoad(plan) === 'maxConcurrency') return t(`sweep.listed.${held}`, { loads: limits })
  const listed = said(rateText(rates, held))
  return maxConcurrencies.every((limit) => limit === null)
    ? listed
    : `${listed} × ${t(`sweep.listed.${held}`, { loads: limits })}`
}

function rounded(load: number): number {
  return Number(load.toPrecision(3))
}
