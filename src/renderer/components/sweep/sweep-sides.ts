// The sides a sweep can be looked at from: those on which there is something to see.
import { taskOf } from '#core/model/benchmark/backend-traits.ts'
import { configurationKey } from '#core/sweep/cells.ts'
import type { MeasuredSweep } from './plots/drawn-curves.ts'

export const sweepSides = [
  'tuning',
  'curve',
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
  curve: () => true,
  /** Over two things it takes cells in more than one row. */
  heat: ({ curves }) => curves.length > 1,
  /** What is read and not generated gives no user any tokens. */
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
