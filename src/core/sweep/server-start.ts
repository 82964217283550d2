// The flags that a server must be started with for a point of a sweep.
import type { ServeFlagValue } from '#core/model/launch-profile.ts'
import type { SweepPlan, SweepPoint } from '#core/model/sweep.ts'
import { chosenSetting } from './configurations.ts'

/** Those any axis changes, by name; null where the settings of the point leave one as the server has it. */
export function flagsFor(
  plan: Pick<SweepPlan, 'axes'>,
  { settings }: Pick<SweepPoint, 'settings'>,
): Record<string, ServeFlagValue | null> {
  const { server } = chosenSetting(plan, settings)
  return Object.fromEntries(variedFlags(plan).map((name) => [name, server[name] ?? null]))
}

export function variedFlags({ axes }: Pick<SweepPlan, 'axes'>): string[] {
  const settings = axes.flatMap((axis) => axis.settings)
  return [...new Set(settings.flatMap(({ server }) => Object.keys(server)))]
}

/** As a person would write them; empty where none varies. */
export function flagsText(flags: Readonly<Record<string, ServeFlagValue | null>>): string {
  return Object.entries(flags)
    .flatMap(([name, value]) => (value === null ? [] : [flagText(name, value)]))
    .join(' ')
}

function flagText(name: string, value: ServeFlagValue): string {
  if (typeof value === 'boolean') return value ? `--${name}` : `--no-${name}`
  return `--${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`
}
