// What an arm of a sweep is called: the server, where there are several, and the settings in which arms differ.
import { flagName } from '../model/flags/flag.ts'
import type { Sweep, SweepAxis, SweepPoint, SweepSetting } from '../model/sweep.ts'

/** Empty for the only arm of a sweep. */
export function armName(
  { server, settings }: Pick<SweepPoint, 'server' | 'settings'>,
  { plan, servers }: Pick<Sweep, 'plan' | 'servers'>,
): string {
  const name = servers.length > 1 ? [servers[server]?.name ?? `server ${server + 1}`] : []
  const chosen = plan.axes.flatMap((axis, position) =>
    axis.settings.length > 1 ? settingName(axis, settings[position] ?? 0) : [],
  )
  return [...name, ...chosen].join(' · ')
}

const unchanged = 'default'

/** Flags and values of one setting, those in which the settings of its axis differ. */
function settingName({ settings }: SweepAxis, position: number): string {
  const entries = settings.map(flagsOf)
  const names = new Set(entries.flatMap((flags) => [...flags.keys()]))
  return [...names]
    .filter((name) => new Set(entries.map((flags) => flags.get(name))).size > 1)
    .map((name) => `${name} ${entries[position]?.get(name) ?? unchanged}`)
    .join(', ')
}

/** Values as a reader would write them, by flag without its dashes. */
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
