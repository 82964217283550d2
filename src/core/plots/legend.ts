// Legends of plots.
import type { LegendComponentOption } from 'echarts/components'
import { chartFont, type ChartTheme } from './theme.ts'

/** Legend of a few series with short names. */
export function plainLegend(theme: ChartTheme) {
  return {
    textStyle: { color: theme.text, fontFamily: chartFont, fontSize: 12 },
    inactiveColor: theme.line,
  }
}

/** Legend of lines with long names: one row, paged if there are many. */
export function namedLegend(theme: ChartTheme): LegendComponentOption {
  return {
    type: 'scroll',
    left: 0,
    right: 8,
    formatter: shortName,
    ...plainLegend(theme),
    pageTextStyle: { color: theme.text },
    pageIconColor: theme.text,
    pageIconInactiveColor: theme.line,
  }
}

const beginning = 6
const end = 13

/** Shortens a long name in the middle, because names of one sweep differ at their ends. Exported for tests. */
export function shortName(name: string): string {
  if (name.length <= beginning + end + 1) return name
  return `${name.slice(0, beginning).trimEnd()}…${name.slice(-end).trimStart()}`
}
