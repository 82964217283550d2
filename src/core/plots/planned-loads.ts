// Loads of a sweep that are still to be measured, and the load of now: marks on the curve before its points.
import { chartFont, type ChartTheme } from './theme.ts'
import type { LineSeriesOption, ScatterSeriesOption } from './option.ts'

export type PlannedLoads = Readonly<{
  /** By throughput, as far as a load that is kept up with gives it. */
  loads: readonly Readonly<{ throughput: number; name: string }>[]
  /** Null while nothing is sent. */
  now: Readonly<{ throughput: number; ms: number; name: string }> | null
}>

type PlotLook = Readonly<{ theme: ChartTheme; swapped: boolean }>

/** The loads as dotted lines; a curve without points takes the ends of its axis from them. */
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
        data: loads.map(({ throughput, name }) => ({
          ...(swapped ? { yAxis: throughput } : { xAxis: throughput }),
          label: { formatter: name },
        })),
      },
    },
  ]
}

/** A dot that moves while a load is measured. */
export function nowSeries(
  { now }: PlannedLoads,
  { theme, swapped }: PlotLook,
): ScatterSeriesOption[] {
  if (now === null) return []
  const { throughput, ms, name } = now
  return [
    {
      type: 'scatter',
      id: 'now',
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
