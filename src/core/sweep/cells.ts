// Cells of a sweep: all combinations of settings and loads, and those that share a server start.
import type { SweepPlan, SweepPoint, SweepSetting } from '#core/model/sweep.ts'

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
export function serverKey(plan: Pick<SweepPlan, 'axes'>, choice: readonly number[]): string {
  const { server } = chosenSetting(plan, choice)
  return JSON.stringify(Object.entries(server).sort(([a], [b]) => (a < b ? -1 : 1)))
}
