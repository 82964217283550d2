// The ECharts modules that the window uses: the parts of every plot, the canvas renderer, and mouse interaction.
import { init } from '#core/plots/svg-parts.ts'
import { DataZoomInsideComponent, TooltipComponent } from 'echarts/components'
import { use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

use([DataZoomInsideComponent, TooltipComponent, CanvasRenderer])

export { init }
