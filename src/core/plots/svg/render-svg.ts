// A plot as an SVG document, drawn apart from the one on screen.
import type { AnyChartOption } from '#core/plots/option.ts'
import { init } from './svg-parts.ts'

export type PlotSize = Readonly<{ width: number; height: number }>

export function renderSvg(option: AnyChartOption, size: PlotSize, background: string): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...size })
  try {
    chart.setOption({ ...option, animation: false, backgroundColor: background })
    return chart.renderToSVGString()
  } finally {
    chart.dispose()
  }
}
