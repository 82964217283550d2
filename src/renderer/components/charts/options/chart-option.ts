// The kinds of plot we draw, as one type: everything in options/ makes a value of it.
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
  | ParallelSeriesOption
  | ScatterSeriesOption
  | DataZoomComponentOption
  | GridComponentOption
  | LegendComponentOption
  | MarkAreaComponentOption
  | MarkLineComponentOption
  | ParallelComponentOption
  | TooltipComponentOption
>

export type { CustomSeriesOption, LineSeriesOption, ScatterSeriesOption }
