// What distinguishes the cells of a sweep, in words: its load, and the server and settings it was measured with.
import type { RequestRate, Sweep, SweepPlan } from '#core/model/sweep/sweep.ts'
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

/** A load as a search turned it. */
export function loadText(
  load: number,
  { search }: Pick<SweepPlan, 'search'>,
  t: Translate,
): string {
  return search?.over === 'maxConcurrency' ? concurrencyText(load, t) : rateText(load, t)
}

type Varied = Readonly<{ requestRate: boolean; maxConcurrency: boolean }>

/** Which loads its cells differ in. */
function variedLoads({ plan, points }: Pick<Sweep, 'plan' | 'points'>): Varied {
  if (plan.search !== null) {
    const { over } = plan.search
    return { requestRate: over === 'requestRate', maxConcurrency: over === 'maxConcurrency' }
  }
  return {
    requestRate: new Set(points.map((point) => point.requestRate)).size > 1,
    maxConcurrency: new Set(points.map((point) => point.maxConcurrency)).size > 1,
  }
}

/** Only what it does not share with all other cells of the sweep. */
export function loadName(
  { requestRate, maxConcurrency }: Pick<Cell, 'requestRate' | 'maxConcurrency'>,
  sweep: Pick<Sweep, 'plan' | 'points'>,
  t: Translate,
): string {
  const varied = variedLoads(sweep)
  const rate = rateText(requestRate, t)
  const limit = concurrencyText(maxConcurrency, t)
  if (!varied.maxConcurrency) return rate
  return varied.requestRate ? `${rate} · ${limit}` : limit
}

export function cellName(cell: Cell, sweep: Sweep, t: Translate): string {
  return [configurationName(cell, sweep), loadName(cell, sweep, t)].filter(Boolean).join(' · ')
}
