// ECharts as the window draws with it: the parts of every plot, a canvas, and what answers the mouse.
import { init } from '#core/plots/svg-parts.ts'
import { DataZoomInsideComponent, TooltipComponent } from 'echarts/components'
import { use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

use([DataZoomInsideComponent, TooltipComponent, CanvasRenderer])

export { init }
