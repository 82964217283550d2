// The cells of a sweep as a matrix: a row for each server and setting, a column for each load.
import type { SweepPlan } from '#core/model/sweep.ts'
import {
  type Cell,
  cellKey,
  chosenSetting,
  settingChoices,
  settingText,
} from '#core/sweep/configurations.ts'
import { plannedLoads, sweepPoints } from '#core/sweep/sweep-points.ts'

export type GridPoint = Readonly<{
  key: string
  /** `off`: switched off individually; `excluded`: omitted by a rule, so that it cannot be switched here. */
  state: 'on' | 'off' | 'excluded'
}>

type GridRow = Readonly<{ name: string; cells: readonly GridPoint[] }>

type Load = Pick<Cell, 'requestRate' | 'maxConcurrency'>

export type Grid = Readonly<{
  loads: readonly Load[]
  rows: readonly GridRow[]
  on: number
  all: number
}>

/** More cells than a user would click through. */
const mostCells = 1000

/** Null if loads are chosen during the sweep, or if there are too many cells. */
export function sweepGrid(plan: SweepPlan, servers: readonly string[]): Grid | null {
  const loads = plannedLoads(plan)
  const choices = settingChoices(plan)
  const names = servers.length === 0 ? [''] : servers
  if (plan.search !== null || loads.length * choices.length * names.length > mostCells) return null
  const wanted = keysOf({ ...plan, omitted: [] }, names.length)
  const on = keysOf(plan, names.length)
  const stateOf = (key: string): GridPoint['state'] => {
    if (on.has(key)) return 'on'
    return wanted.has(key) ? 'off' : 'excluded'
  }
  const rows = names.flatMap((server, position) =>
    choices.map((settings) => ({
      name: rowName(plan, settings, names.length > 1 ? server : ''),
      cells: loads.map((load) => {
        const key = cellKey({ server: position, settings, ...load })
        return { key, state: stateOf(key) }
      }),
    })),
  )
  return { loads, rows, on: on.size, all: loads.length * rows.length }
}

function keysOf(plan: SweepPlan, servers: number): ReadonlySet<string> {
  return new Set(sweepPoints({ ...plan, repeats: 1 }, servers).map(cellKey))
}

function rowName(plan: SweepPlan, settings: readonly number[], server: string): string {
  const setting = plan.axes.length === 0 ? '' : settingText(chosenSetting(plan, settings))
  return [server, setting].filter((part) => part !== '').join(' · ')
}
