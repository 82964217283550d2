// The loads of a sweep in its list: those it measures, or those its search may choose.
import type { SweepPlan } from '#core/model/sweep/sweep.ts'
import { risingLoad } from '#core/sweep/judge-curve.ts'
import type { Translate } from '../../i18n/i18n.ts'

export function loadsText(plan: SweepPlan, t: Translate): string {
  const { search, requestRates, maxConcurrencies } = plan
  if (search !== null) {
    const { over, from, upTo } = search
    const range = { from: rounded(from), upTo: rounded(upTo) }
    return t(over === 'requestRate' ? 'sweep.searchedRates' : 'sweep.searchedInFlight', range)
  }
  const limits = [...new Set(maxConcurrencies)].map((limit) => limit ?? t('run.noLimit')).join(', ')
  const rates = [...new Set(requestRates)].join(', ')
  if (risingLoad(plan) === 'maxConcurrency') return t('sweep.listedInFlight', { loads: limits })
  const listed = t('sweep.listedRates', { loads: rates })
  return maxConcurrencies.every((limit) => limit === null)
    ? listed
    : `${listed} × ${t('sweep.listedInFlight', { loads: limits })}`
}

function rounded(load: number): number {
  return Number(load.toPrecision(3))
}
