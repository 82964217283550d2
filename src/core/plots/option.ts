// Kinds of plot that we draw, as one type; all plots return a value of it.
import type {
  CustomSeriesOption,
  LineSeriesOption,
  ParallelSeriesOption,
  ScatterSeriesOption,
} from 'echarts/charts'
import type {
  DataZoomComponentOption,
  GridComponentOption,
  LegendComponentOption,
  MarkAreaComponentOption,
  MarkLineComponentOption,
  ParallelComponentOption,
  TooltipComponentOption,
} from 'echarts/components'
import type { ComposeOption } from 'echarts/core'

export type ChartOption = ComposeOption<
  | CustomSeriesOption
  | LineSeriesOption
  | ScatterSeriesOption
  | DataZoomComponentOption
  | GridComponentOption
  | LegendComponentOption
  | MarkAreaComponentOption
  | MarkLineComponentOption
  | TooltipComponentOption
>

/** Separate, because its axes do not form a plane. */
export type ParallelOption = Readonly<{
  animation: boolean
  parallel: ParallelComponentOption
  parallelAxis: Readonly<Record<string, unknown>>[]
  series: ParallelSeriesOption[]
}>

export type AnyChartOption = ChartOption | ParallelOption

export type { CustomSeriesOption, LineSeriesOption, ScatterSeriesOption }
