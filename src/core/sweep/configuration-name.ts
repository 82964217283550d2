// What a configuration of a sweep is called: the server, where there are several, and the settings in which configurations differ.
import { flagName } from '#core/flags/flag.ts'
import type { Sweep, SweepAxis, SweepPoint, SweepSetting } from '../model/sweep/sweep.ts'

/** Empty where the sweep has one server and one choice of settings. */
export function configurationName(
  { server, settings }: Pick<SweepPoint, 'server' | 'settings'>,
  { plan, servers }: Pick<Sweep, 'plan' | 'servers'>,
): string {
  const name = servers.length > 1 ? [servers[server]?.name ?? `server ${server + 1}`] : []
  const chosen = plan.axes.flatMap((axis, position) =>
    axis.settings.length > 1 ? settingName(axis, settings[position] ?? 0) : [],
  )
  return [...name, ...chosen].join(' · ')
}

/** Flags and values of one setting of an axis, those in which the settings differ; one may leave all as it is. */
export function settingName({ settings }: SweepAxis, position: number): string {
  const entries = settings.map(flagsOf)
  const own = entries[position] ?? new Map<string, string>()
  const names = [...new Set(entries.flatMap((flags) => [...flags.keys()]))]
  const varied = names.filter(
    (name) => new Set(entries.map((flags) => flags.get(name))).size > 1 && own.has(name),
  )
  return varied.map((name) => `${name} ${own.get(name)}`).join(', ') || 'default'
}

/** Values as a user writes them, by flag without its dashes. */
export function flagsOf({ benchmark, server }: SweepSetting): Map<string, string> {
  const fields = Object.entries(benchmark).map(
    ([field, value]) => [flagName(field).slice(2), value] as const,
  )
  return new Map(
    [...fields, ...Object.entries(server)].map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
}
