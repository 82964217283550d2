// Value of a tuning's objective in user units.
import type { SweepPlan, Tune } from '#core/model/sweep.ts'

/** Converts from its logarithm: tokens per second and GPU, cost per million tokens, joules per token. */
export function worthFigure(
  { price, tune }: Pick<SweepPlan, 'price' | 'tune'>,
  log: number,
): number {
  const value = Math.exp(log)
  if (tune?.objective === 'energy') return 1 / value
  if (tune?.objective !== 'cost' || price === null) return value
  return ((price.perHour / tune.gpus / 3600) * 1e6) / value
}

export function isLowerBetter({ objective }: Pick<Tune, 'objective'>): boolean {
  return objective === 'cost' || objective === 'energy'
}
