// The parts of ECharts that plots are made of, and the SVG renderer. What is not listed is not bundled.
import { CustomChart, LineChart, ParallelChart, ScatterChart } from 'echarts/charts'
import {
  GridComponent,
  LegendScrollComponent,
  MarkAreaComponent,
  MarkLineComponent,
  ParallelComponent,
} from 'echarts/components'
import { init, use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { SVGRenderer } from 'echarts/renderers'

use([
  CustomChart,
  LineChart,
  ParallelChart,
  ScatterChart,
  GridComponent,
  LegendScrollComponent,
  MarkAreaComponent,
  MarkLineComponent,
  ParallelComponent,
  LabelLayout,
  SVGRenderer,
])

export { init }
