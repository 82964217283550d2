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

/** Legend of this number of lines with long names: one row, paged if there are many. */
export function namedLegend(theme: ChartTheme, lines: number): LegendComponentOption {
  const letters = Math.min(40, Math.max(20, Math.floor(80 / lines) - 4))
  return {
    type: 'scroll',
    left: 0,
    right: 8,
    formatter: (name) => shortName(name, letters),
    ...plainLegend(theme),
    pageTextStyle: { color: theme.text },
    pageIconColor: theme.text,
    pageIconInactiveColor: theme.line,
  }
}

/** Shortens a long name in the middle, because names of one sweep differ at their ends. Exported for tests. */
export function shortName(name: string, letters: number): string {
  if (name.length <= letters) return name
  const end = Math.round(0.65 * letters)
  return `${name.slice(0, letters - end - 1).trimEnd()}…${name.slice(-end).trimStart()}`
}
