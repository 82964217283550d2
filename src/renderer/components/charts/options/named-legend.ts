// The legend of a plot whose lines bear long names: on one line, with pages where there are many.
import type { LegendComponentOption } from 'echarts'
import { chartFont, type ChartTheme } from '../chart-theme.ts'

export function namedLegend(theme: ChartTheme): LegendComponentOption {
  return {
    type: 'scroll',
    left: 0,
    right: 8,
    formatter: shortName,
    textStyle: { color: theme.text, fontFamily: chartFont, fontSize: 12 },
    pageTextStyle: { color: theme.text },
    pageIconColor: theme.text,
    pageIconInactiveColor: theme.line,
    inactiveColor: theme.line,
  }
}

const beginning = 6
const end = 13

/** Without its middle where it is long: names of one sweep differ at their ends. */
export function shortName(name: string): string {
  if (name.length <= beginning + end + 1) return name
  return `${name.slice(0, beginning).trimEnd()}…${name.slice(-end).trimStart()}`
}
