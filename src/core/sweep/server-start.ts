// Server flags required for a point of a sweep.
import type { ServeFlagValue } from '#core/model/launch-profile.ts'
import type { SweepPlan, SweepPoint } from '#core/model/sweep.ts'
import { chosenSetting } from './configurations.ts'

/** Flags that any axis changes, by name; null if the point's settings keep the server's own value. */
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

/** Spelled as a user writes them; empty if none varies. */
export function flagsText(flags: Readonly<Record<string, ServeFlagValue | null>>): string {
  return Object.entries(flags)
    .flatMap(([name, value]) => (value === null ? [] : [flagText(name, value)]))
    .join(' ')
}

function flagText(name: string, value: ServeFlagValue): string {
  if (typeof value === 'boolean') return value ? `--${name}` : `--no-${name}`
  return `--${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`
}
