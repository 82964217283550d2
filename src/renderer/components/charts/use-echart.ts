// One drawn plot: made when its place is on screen, redrawn when its option or its size changes, disposed after.
import { onBeforeUnmount, onMounted, watch, type Ref } from 'vue'
import { init } from './echarts-parts.ts'
import type { ChartOption } from './options/chart-option.ts'

type Chart = ReturnType<typeof init>

export type EChart = {
  /** The plot as drawn now, twice as fine as the screen's pixels; null before it is drawn. */
  readonly png: (background: string) => Promise<Blob | null>
}

export type EChartEvents = Readonly<{
  onClick?: (item: unknown) => void
  /** Null when the mouse has left the items. */
  onHover?: (item: unknown) => void
}>

export function useEChart(
  place: Readonly<Ref<HTMLElement | null>>,
  option: () => ChartOption,
  events: EChartEvents = {},
): EChart {
  let chart: Chart | null = null
  const resized = new ResizeObserver(() => chart?.resize())
  const still = window.matchMedia('(prefers-reduced-motion: reduce)')

  function draw(wanted: ChartOption): void {
    chart?.setOption(still.matches ? { ...wanted, animation: false } : wanted, {
      replaceMerge: ['series'],
    })
  }

  onMounted(() => {
    if (place.value === null) return
    chart = init(place.value, null, { renderer: 'canvas' })
    chart.on('click', (item) => events.onClick?.(item))
    chart.on('mouseover', (item) => events.onHover?.(item))
    chart.on('globalout', () => events.onHover?.(null))
    draw(option())
    resized.observe(place.value)
  })
  watch(option, draw)
  onBeforeUnmount(() => {
    resized.disconnect()
    chart?.dispose()
    chart = null
  })

  function png(background: string): Promise<Blob | null> {
    const picture = chart?.renderToCanvas({ pixelRatio: 2, backgroundColor: background })
    return new Promise((resolve) => {
      if (picture === undefined) resolve(null)
      else picture.toBlob(resolve, 'image/png')
    })
  }

  return { png }
}
