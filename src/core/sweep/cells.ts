// What a sweep measures: every choice of settings, and which of them share a start of the server.
import type { SweepPlan, SweepPoint, SweepSetting } from '../model/sweep/sweep.ts'

/** What distinguishes one cell of a sweep from another; its repeats share it. */
export type Cell = Pick<SweepPoint, 'server' | 'settings' | 'requestRate' | 'maxConcurrency'>

/** Stable as long as servers, axes and their settings keep their order. */
export function cellKey({ server, settings, requestRate, maxConcurrency }: Cell): string {
  return [server, settings.join('.'), requestRate, maxConcurrency ?? 'none'].join('/')
}

/** Cells that differ in their load only share it: they make one curve. */
export function configurationKey({ server, settings }: Pick<Cell, 'server' | 'settings'>): string {
  return `${server}/${settings.join('.')}`
}

/** Positions of one setting per axis, every combination, those of the last axis changing fastest. */
export function settingChoices({ axes }: Pick<SweepPlan, 'axes'>): number[][] {
  return axes.reduce<number[][]>(
    (choices, { settings }) =>
      choices.flatMap((choice) => settings.map((_, position) => [...choice, position])),
    [[]],
  )
}

/** All that a choice of settings changes; where two axes change the same thing, the later one has it. */
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

/** Choices with the same one need the server to be started once. */
export function serverKey(plan: Pick<SweepPlan, 'axes'>, choice: readonly number[]): string {
  const { server } = chosenSetting(plan, choice)
  return JSON.stringify(Object.entries(server).sort(([a], [b]) => (a < b ? -1 : 1)))
}
