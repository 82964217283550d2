// Names that distinguish the cells of a sweep: load, server and settings.
import type { RequestRate, Sweep, SweepPlan } from '#core/model/sweep.ts'
import { configurationName } from '#core/sweep/configurations.ts'
import type { Cell } from '#core/sweep/cells.ts'
import type { Translate } from '../../i18n/i18n.ts'

export function rateText(rate: RequestRate, t: Translate): string {
  return rate === 'inf'
    ? t('sweep.rateInf')
    : t('sweep.rate', { rate: Number(rate.toPrecision(4)) })
}

export function concurrencyText(maxConcurrency: number | null, t: Translate): string {
  return maxConcurrency === null
    ? t('sweep.noLimit')
    : t('sweep.limit', { concurrency: maxConcurrency })
}

/** Text of a load that a search varies. */
export function loadText(
  load: number,
  { search }: Pick<SweepPlan, 'search'>,
  t: Translate,
): string {
  return search?.over === 'maxConcurrency' ? concurrencyText(load, t) : rateText(load, t)
}

type LoadVariation = Readonly<{ requestRate: boolean; maxConcurrency: boolean }>

/** Loads in which its cells differ. */
function variedLoads({ plan, points }: Pick<Sweep, 'plan' | 'points'>): LoadVariation {
  if (plan.search !== null) {
    const { over } = plan.search
    return { requestRate: over === 'requestRate', maxConcurrency: over === 'maxConcurrency' }
  }
  return {
    requestRate: new Set(points.map((point) => point.requestRate)).size > 1,
    maxConcurrency: new Set(points.map((point) => point.maxConcurrency)).size > 1,
  }
}

/** Only the loads that differ between cells of the sweep. */
export function loadName(
  { requestRate, maxConcurrency }: Pick<Cell, 'requestRate' | 'maxConcurrency'>,
  sweep: Pick<Sweep, 'plan' | 'points'>,
  t: Translate,
): string {
  const varied = variedLoads(sweep)
  const rate = rateText(requestRate, t)
  const limit = concurrencyText(maxConcurrency, t)
  const isLimited = requestRate === 'inf' && maxConcurrency !== null
  if (!varied.maxConcurrency) return isLimited && !varied.requestRate ? limit : rate
  return varied.requestRate ? `${rate} · ${limit}` : limit
}

export function cellName(cell: Cell, sweep: Sweep, t: Translate): string {
  return [configurationName(cell, sweep), loadName(cell, sweep, t)].filter(Boolean).join(' · ')
}
