// Parts of ECharts that the plots use, and the SVG renderer. Unlisted parts are not bundled.
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
