// Series of a sweep in progress: loads not measured yet, and the current load.
import { chartFont, type ChartTheme } from './theme.ts'
import type { LineSeriesOption, ScatterSeriesOption } from './option.ts'

export type PlannedLoads = Readonly<{
  /** Placed at the throughput of a server that keeps up with the load. */
  loads: readonly Readonly<{ throughput: number; name: string }>[]
  /** Null while nothing is sent. */
  current: Readonly<{ throughput: number; ms: number; name: string }> | null
}>

type PlotLook = Readonly<{ theme: ChartTheme; swapped: boolean }>

/** Minimum distance between named lines, as a share of the highest load. */
const leastDistance = 0.08

/** Names of loads with enough space; a later name does not cover an earlier one. */
function namedLoads(loads: PlannedLoads['loads']): PlannedLoads['loads'] {
  const highest = Math.max(...loads.map(({ throughput }) => throughput))
  let named = -Infinity
  return loads
    .toSorted((one, other) => one.throughput - other.throughput)
    .map((load) => {
      const hasRoom = load.throughput - named >= leastDistance * highest
      if (hasRoom) named = load.throughput
      return hasRoom ? load : { ...load, name: '' }
    })
}

/** Dotted lines. Invisible points extend the axis to them while the curve has no points. */
export function plannedSeries(
  { loads }: PlannedLoads,
  { theme, swapped }: PlotLook,
): LineSeriesOption[] {
  if (loads.length === 0) return []
  return [
    {
      type: 'line',
      id: 'planned',
      silent: true,
      showSymbol: false,
      data: loads.map(({ throughput }) => (swapped ? ['-', throughput] : [throughput, '-'])),
      markLine: {
        silent: true,
        symbol: 'none',
        animation: false,
        lineStyle: { color: theme.mutedText, type: 'dotted', width: 1 },
        label: {
          position: 'end',
          color: theme.mutedText,
          fontFamily: chartFont,
          fontSize: 11,
        },
        data: namedLoads(loads).map(({ throughput, name }) => ({
          ...(swapped ? { yAxis: throughput } : { xAxis: throughput }),
          label: { formatter: name },
        })),
      },
    },
  ]
}

/** A dot that moves while a load is measured. */
export function currentSeries(
  { current }: PlannedLoads,
  { theme, swapped }: PlotLook,
): ScatterSeriesOption[] {
  if (current === null) return []
  const { throughput, ms, name } = current
  return [
    {
      type: 'scatter',
      id: 'current',
      silent: true,
      z: 6,
      symbol: 'circle',
      symbolSize: 14,
      itemStyle: { color: theme.accent, borderColor: theme.surface, borderWidth: 2 },
      label: {
        ...{ show: true, position: 'right', formatter: name },
        ...{ color: theme.accent, fontFamily: chartFont, fontSize: 11 },
      },
      data: [swapped ? [ms, throughput] : [throughput, ms]],
    },
  ]
}
