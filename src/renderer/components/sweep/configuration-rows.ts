// The measured settings of a sweep, and all of them compared with one.
import {
  type Configuration,
  configurationKey,
  configurationName,
} from '#core/sweep/configurations.ts'
import {
  compareToConfiguration,
  type ComparedConfiguration,
} from '#core/sweep/compare-to-configuration.ts'
import type { MeasuredSweep } from './plots/drawn-curves.ts'

export type NamedConfiguration = Readonly<{
  key: string
  name: string
  configuration: Configuration
}>

/** Measured configurations, in the order of the curves. */
export function namedConfigurations({ sweep, curves }: MeasuredSweep): NamedConfiguration[] {
  const configurations = new Map(
    curves.map(({ configuration }) => [configurationKey(configuration), configuration]),
  )
  return [...configurations].map(([key, configuration]) => ({
    key,
    name: configurationName(configuration, sweep),
    configuration,
  }))
}

export function comparedConfigurations(
  { sweep, curves }: MeasuredSweep,
  base: Configuration,
): ComparedConfiguration[] {
  const rows = curves.flatMap(({ cells }) => cells.flatMap((cell) => cell.rows))
  const runs = new Map(rows.flatMap(({ run }) => (run === null ? [] : [[run.id, run] as const])))
  return compareToConfiguration({ points: sweep.points, runs }, base)
}
