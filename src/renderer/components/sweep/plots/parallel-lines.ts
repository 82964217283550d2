// The cells of a sweep as lines through its settings, its loads and its measurements.
import type { Sweep, SweepAxis } from '#core/model/sweep.ts'
import {
  configurationName,
  flagsOf,
  settingName,
  settingValues,
} from '#core/sweep/configurations.ts'
import { exactUnit, withUnitOf } from '#core/metrics/latency-unit.ts'
import type { Translate } from '../../../i18n/i18n.ts'
import type { ParallelAxis, ParallelLine } from '#core/plots/parallel.ts'
import { type CurveChoice, pointKey, statisticName } from './drawn-curves.ts'
import {
  type CellCurve,
  cellLatency,
  cellName,
  type CellResult,
  cellThroughput,
} from '../cells/sweep-cells.ts'

type Column = ParallelAxis & Readonly<{ value: (cell: CellResult) => number | string | null }>

export function parallelLines(
  { sweep, curves }: Readonly<{ sweep: Sweep; curves: readonly CellCurve[] }>,
  choice: CurveChoice,
  t: Translate,
): Readonly<{ axes: ParallelAxis[]; lines: ParallelLine[] }> {
  const cells = curves.flatMap((curve) => curve.cells)
  const columns = [
    ...settingColumns(sweep, t),
    ...loadColumns(cells, t),
    ...figureColumns(choice, t),
  ]
  const configurations = [...new Set(cells.map(({ cell }) => configurationName(cell, sweep)))]
  return {
    axes: columns.map(({ name, names, log }) => ({ name, names, log })),
    lines: cells.map((cell) => ({
      key: pointKey(sweep, cell),
      label: cellName(cell.cell, sweep, t),
      configuration: configurations.indexOf(configurationName(cell.cell, sweep)),
      values: columns.map(({ value }) => value(cell)),
    })),
  }
}

/** Servers, and every axis with more than one setting. */
function settingColumns({ plan, servers }: Sweep, t: Translate): Column[] {
  const axes = plan.axes.map((axis, position): Column => {
    const names = namesOn(axis)
    return {
      ...{ name: axis.name, names, log: false },
      value: ({ cell }) => names[cell.settings[position] ?? 0] ?? null,
    }
  })
  const server: Column = {
    ...{ name: t('results.server'), names: servers.map(({ name }) => name), log: false },
    value: ({ cell }) => servers[cell.server]?.name ?? null,
  }
  return [server, ...axes].filter(({ names }) => (names?.length ?? 0) > 1)
}

/** Only the values, if the name of the axis includes their flag. */
function namesOn(axis: SweepAxis): string[] {
  const names = axis.settings.map((_, setting) => settingName(axis, setting))
  const values = axis.settings.map((setting, position) =>
    flagsOf(setting).size === 0 ? names[position] : settingValues(setting),
  )
  const flags = new Set(axis.settings.flatMap((setting) => [...flagsOf(setting).keys()]))
  return axis.name === [...flags].join(', ') && new Set(values).size === names.length
    ? values.map((value) => value ?? '')
    : names
}

/** Loads are few, differ by factors, and one of them may be unlimited, so they are placed by rank, with names. */
function loadColumns(cells: readonly CellResult[], t: Translate): Column[] {
  const column = (name: string, valueOf: (cell: CellResult) => number | null): Column => {
    const values = [...new Set(cells.map(valueOf))].sort(
      (a, b) => (a ?? Infinity) - (b ?? Infinity),
    )
    const text = (value: number | null) =>
      value === null ? '∞' : String(Number(value.toPrecision(4)))
    return { name, names: values.map(text), log: false, value: (cell) => text(valueOf(cell)) }
  }
  return [
    column(t('sweep.heat.requestRate'), ({ cell }) =>
      cell.requestRate === 'inf' ? null : cell.requestRate,
    ),
    column(t('sweep.heat.maxConcurrency'), ({ cell }) => cell.maxConcurrency),
  ].filter(({ names }) => (names?.length ?? 0) > 1)
}

function figureColumns(choice: CurveChoice, t: Translate): Column[] {
  const { metric, percentiles, throughput } = choice
  const unit = choice.unit ?? exactUnit(metric)
  return [
    {
      ...{ name: t(`metrics.${throughput}.axis`), names: null, log: false },
      value: (cell) => cellThroughput(cell, throughput)?.value ?? null,
    },
    ...percentiles.map((percentile) => ({
      ...{ names: null, log: true },
      name: withUnitOf(`${statisticName(percentile, t)} ${t(`charts.metric.${metric}`)}`, unit),
      value: (cell: CellResult) => {
        const ms = cellLatency(cell, { metric, percentile })?.value ?? null
        return ms === null ? null : ms / unit.ms
      },
    })),
  ]
}
