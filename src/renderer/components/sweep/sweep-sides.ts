// Details of a sweep beside its curve, without empty ones.
import { taskOf } from '#core/backends/backend-traits.ts'
import { keysOf } from '#core/base/keys-of.ts'
import { configurationKey } from '#core/sweep/configurations.ts'
import type { MeasuredSweep } from './plots/drawn-curves.ts'

/** Listed in the order of the page. */
const hasSomething = {
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
} satisfies Readonly<Record<string, (measured: MeasuredSweep) => boolean>>

export type SweepSide = keyof typeof hasSomething

export function sidesOf(measured: MeasuredSweep): SweepSide[] {
  return keysOf(hasSomething).filter((side) => hasSomething[side](measured))
}
