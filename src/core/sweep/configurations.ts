// Configurations of a sweep: a server with one combination of settings, measured at every load; its cells, and their groups.
import { flagName } from '#core/flags/flag.ts'
import type { Sweep, SweepAxis, SweepPlan, SweepPoint, SweepSetting } from '#core/model/sweep.ts'

export type Configuration = Pick<SweepPoint, 'server' | 'settings'>

/** Groups combinations of settings that can share a server start. */
export function choicesByStart(plan: Pick<SweepPlan, 'axes'>): number[][][] {
  return [...Map.groupBy(settingChoices(plan), (choice) => serverKey(plan, choice)).values()]
}

/** Configurations in measuring order. */
export function configurationsOf(plan: Pick<SweepPlan, 'axes'>, servers: number): Configuration[] {
  return Array.from({ length: servers }, (_, server) => server).flatMap((server) =>
    choicesByStart(plan)
      .flat()
      .map((settings) => ({ server, settings })),
  )
}

/** Equal for positions of a server that share one of its starts. */
export function startKey(
  plan: Pick<SweepPlan, 'axes'>,
  { server, settings }: Configuration,
): string {
  return `${server} ${serverKey(plan, settings)}`
}

/**
 * Names the server, if there are several, and the settings that differ. Empty if the sweep has one server and one
 * combination; with several axes, omits defaults.
 */
export function configurationName(
  { server, settings }: Pick<SweepPoint, 'server' | 'settings'>,
  { plan, servers }: Pick<Sweep, 'plan' | 'servers'>,
): string {
  const name = servers.length > 1 ? [servers[server]?.name ?? `server ${server + 1}`] : []
  const chosen = plan.axes.flatMap((axis, position) =>
    axis.settings.length > 1 ? settingName(axis, settings[position] ?? 0) : [],
  )
  const changed = chosen.filter((setting) => setting !== unchanged)
  const own = changed.length > 0 || chosen.length === 0 ? changed : [unchanged]
  return [...name, ...own].join(' · ')
}

/** Name of a setting without flags. */
const unchanged = 'default'

/** Flags and values of an axis's setting that differ between its settings; a setting may change nothing. */
export function settingName({ settings }: SweepAxis, position: number): string {
  const entries = settings.map(flagsOf)
  const own = entries[position] ?? new Map<string, string>()
  const names = [...new Set(entries.flatMap((flags) => [...flags.keys()]))]
  const varied = names.filter(
    (name) => new Set(entries.map((flags) => flags.get(name))).size > 1 && own.has(name),
  )
  return varied.map((name) => `${name} ${own.get(name)}`).join(', ') || unchanged
}

/** Values as a user writes them, by flag name without dashes. */
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

/** Short text of a setting's changes: `max-num-seqs 64, random-input-len 128`. */
export function settingText({ benchmark, server }: SweepSetting): string {
  const said = [
    ...Object.entries(benchmark).map(
      ([field, value]) => [flagName(field).slice(2), value] as const,
    ),
    ...Object.entries(server),
  ]
  return said.map(([name, value]) => `${name} ${valueText(value)}`).join(', ') || 'as it is'
}

/** Values alone, for a column with the axis as its header. */
export function settingValues({ benchmark, server }: SweepSetting): string {
  const values = [...Object.values(benchmark), ...Object.values(server)]
  return values.map(valueText).join(' / ') || '–'
}

function valueText(value: unknown): string {
  if (value === true) return 'on'
  if (value === false) return 'off'
  if (value === null || value === undefined) return 'none'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Identity of a cell, which its repeats share. */
export type Cell = Pick<SweepPoint, 'server' | 'settings' | 'requestRate' | 'maxConcurrency'>

/** Stable while servers, axes and settings keep their order. */
export function cellKey({ server, settings, requestRate, maxConcurrency }: Cell): string {
  return [server, settings.join('.'), requestRate, maxConcurrency ?? 'none'].join('/')
}

/** Equal for cells that differ only in load and so form one curve. */
export function configurationKey({ server, settings }: Pick<Cell, 'server' | 'settings'>): string {
  return `${server}/${settings.join('.')}`
}

/** One setting position per axis, in all combinations; the last axis changes fastest. */
export function settingChoices({ axes }: Pick<SweepPlan, 'axes'>): number[][] {
  return axes.reduce<number[][]>(
    (choices, { settings }) =>
      choices.flatMap((choice) => settings.map((_, position) => [...choice, position])),
    [[]],
  )
}

/** Merges the changes of a combination; if two axes change the same field, the later one wins. */
export function chosenSetting(
  { axes }: Pick<SweepPlan, 'axes'>,
  choice: readonly number[],
): SweepSetting {
  const chosen = axes.flatMap(({ settings }, axis) => settings[choice[axis] ?? 0] ?? [])
  return {
    benchmark: Object.fromEntries(chosen.flatMap(({ benchmark }) => Object.entries(benchmark))),
    server: Object.fromEntries(chosen.flatMap(({ server }) => Object.entries(server))),
  }
}

/** Equal for combinations that can share a server start. */
function serverKey(plan: Pick<SweepPlan, 'axes'>, choice: readonly number[]): string {
  const { server } = chosenSetting(plan, choice)
  return JSON.stringify(Object.entries(server).sort(([a], [b]) => (a < b ? -1 : 1)))
}
