// A limit as a line across a plot.
import { chartFont, type ChartTheme } from '../chart-theme.ts'
import type { LineSeriesOption } from './chart-option.ts'

export type LimitLine = Readonly<{
  name: string
  /** In the axis' own values. */
  at: number
  /** Its axis lies at the bottom, so that the line stands. */
  upright: boolean
  theme: ChartTheme
}>

/** An empty series, because a mark line needs one to hang on and the legend may hide any other. */
export function limitLine({ name, at, upright, theme }: LimitLine): LineSeriesOption {
  return {
    type: 'line',
    id: `limit ${name}`,
    name,
    data: [],
    silent: true,
    markLine: {
      silent: true,
      symbol: 'none',
      lineStyle: { color: theme.bad, type: 'solid', width: 1 },
      label: {
        formatter: name,
        position: upright ? 'end' : 'insideStartTop',
        color: theme.bad,
        fontFamily: chartFont,
      },
      data: [upright ? { xAxis: at } : { yAxis: at }],
    },
  }
}
