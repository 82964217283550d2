// All plots of a run as one PNG.
import type { Distribution, Timeline } from '#contract/views.ts'
import type { TaskName } from '#core/backends/task-traits.ts'
import { t } from '../../i18n/i18n.ts'
import { distributionOption } from '#core/plots/distribution.ts'
import { timelineOption } from '#core/plots/timeline.ts'
import { useChartTheme } from './use-chart-theme.ts'
import { distributionText, timelineText } from './plot-texts.ts'
import { chartFont, type ChartTheme } from '#core/plots/theme.ts'
import { init } from './echarts-parts.ts'
import type { ChartOption } from '#core/plots/option.ts'
import { useResult, type ImageHead } from '../result/shown-result.ts'
import { finer, imageCanvas, pngOf } from './image-canvas.ts'

export type RunPlots = Readonly<{
  distributions: readonly Distribution[]
  timeline: Timeline
  task: TaskName
}>

export type DrawRunImage = (plots: RunPlots) => Promise<Blob | null>

function inPairs(parts: readonly DrawnPart[]): ImageRows {
  return parts.flatMap((_, index) => (index % 2 === 0 ? [parts.slice(index, index + 2)] : []))
}

export function useRunImage(): DrawRunImage {
  const theme = useChartTheme()

  const result = useResult()

  return ({ distributions, timeline, task }) => {
    const spread = distributions
      .filter(({ count }) => count > 0)
      .map((distribution) => ({
        title: t(`charts.metricLong.${distribution.metric}`),
        option: distributionOption({
          distribution,
          form: 'histogram',
          log: false,
          ...{ theme: theme.value, unitOf: result.value.unitOf },
          text: distributionText(distribution.metric),
        }),
      }))
    const course = {
      title: t('charts.timeline'),
      option: timelineOption({
        ...{ timeline, task, text: timelineText() },
        ...{ theme: theme.value, unitOf: result.value.unitOf },
      }),
    }
    return renderImage(result.value.head, [...inPairs(spread), [course]], theme.value)
  }
}

type DrawnPart = Readonly<{ title: string; option: ChartOption }>

/** Plots in one row share its width. */
type ImageRows = readonly (readonly DrawnPart[])[]

const width = 1440
const rowHeight = 360
const titleHeight = 32

function drawPlot(option: ChartOption, plotWidth: number): HTMLCanvasElement {
  const chart = init(document.createElement('div'), null, {
    renderer: 'canvas',
    width: plotWidth,
    height: rowHeight - titleHeight,
  })
  try {
    chart.setOption({ ...option, animation: false })
    return chart.renderToCanvas({ pixelRatio: finer })
  } finally {
    chart.dispose()
  }
}

function drawRow(context: CanvasRenderingContext2D, row: readonly DrawnPart[]): void {
  const partWidth = width / row.length
  for (const [column, { title, option }] of row.entries()) {
    context.fillText(title, (column * partWidth + 12) * finer, 22 * finer)
    context.drawImage(drawPlot(option, partWidth), column * partWidth * finer, titleHeight * finer)
  }
}

function renderImage(head: ImageHead, rows: ImageRows, theme: ChartTheme): Promise<Blob | null> {
  const context = imageCanvas(head, { width, height: rows.length * rowHeight }, theme)
  if (context === null) return Promise.resolve(null)
  context.font = `600 ${13 * finer}px ${chartFont}`
  for (const row of rows) {
    drawRow(context, row)
    context.translate(0, rowHeight * finer)
  }
  return pngOf(context.canvas)
}
