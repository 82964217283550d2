// Details of a sweep beside its curve: those with content.
import { taskOf } from '#core/backends/backend-traits.ts'
import { configurationKey } from '#core/sweep/cells.ts'
import type { MeasuredSweep } from './plots/drawn-curves.ts'

/** Listed in the order of the page. */
const sweepSides = [
  'tuning',
  'heat',
  'pareto',
  'settings',
  'configurations',
  'sizing',
  'log',
] as const
export type SweepSide = (typeof sweepSides)[number]

const hasSomething: Readonly<Record<SweepSide, (measured: MeasuredSweep) => boolean>> = {
  tuning: ({ sweep }) => sweep.plan.tune !== null,
  /** Two dimensions need cells in more than one row. */
  heat: ({ curves }) => curves.length > 1,
  /** Without generation, users receive no tokens. */
  pareto: ({ sweep }) => taskOf(sweep.plan.config).throughputs.includes('outputThroughput'),
  settings: ({ curves }) => curves.length > 1,
  configurations: ({ curves }) =>
    new Set(curves.map(({ configuration }) => configurationKey(configuration))).size > 1,
  sizing: () => true,
  log: () => true,
}

export function sidesOf(measured: MeasuredSweep): SweepSide[] {
  return sweepSides.filter((side) => hasSomething[side](measured))
}
