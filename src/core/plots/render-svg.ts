// A plot as an SVG document, rendered without a screen: saved by the window, and embedded in reports.
import type { AnyChartOption } from './option.ts'
import { init } from './svg-parts.ts'

export type PlotSize = Readonly<{ width: number; height: number }>

export function renderSvg(option: AnyChartOption, size: PlotSize, background: string): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...size })
  try {
    chart.setOption({ ...still(option), backgroundColor: background })
    return chart.renderToSVGString()
  } finally {
    chart.dispose()
  }
}

/** Without the parts that respond to a mouse. */
function still(option: AnyChartOption): AnyChartOption {
  if ('parallel' in option) return { ...option, animation: false }
  const drawn = { ...option, animation: false }
  for (const part of ['tooltip', 'dataZoom', 'axisPointer'] as const) delete drawn[part]
  return drawn
}
