// One plot: created when its view is visible, redrawn when its option or size changes, disposed afterwards.
import { onBeforeUnmount, onMounted, watch, type Ref } from 'vue'
import { connect } from 'echarts/core'
import { init } from './echarts-parts.ts'
import type { AnyChartOption } from '#core/plots/option.ts'
import { afterPaint } from './after-paint.ts'
import { finer } from './image-canvas.ts'
import { zoomByMouse } from './zoom-by-mouse.ts'

type Chart = ReturnType<typeof init>

export type EChart = {
  /** The plot as currently drawn, at higher resolution than the screen; null before it is drawn. */
  readonly drawing: () => HTMLCanvasElement | null
}

export type EChartEvents = Readonly<{
  onClick?: (item: unknown) => void
  /** Called with null when the mouse leaves the items. */
  onHover?: (item: unknown) => void
  /** Called with the visible part of the horizontal axis, as fractions of it. */
  onZoom?: (shown: ZoomedPart) => void
}>

export type EChartSettings = EChartEvents &
  Readonly<{
    /** Plots of one group share the crosshair's time and the visible part of the axis. */
    group?: string | undefined
  }>

export type ZoomedPart = Readonly<{ start: number; end: number }>

/** Debounce of zooming, because wheels turn faster than users can follow. */
const zoomDelayMs = 150

export function useEChart(
  place: Readonly<Ref<HTMLElement | null>>,
  option: () => AnyChartOption,
  { group, ...events }: EChartSettings,
): EChart {
  let chart: Chart | null = null
  let drawn: AnyChartOption | null = null
  const resized = new ResizeObserver(() => chart?.resize())
  const still = window.matchMedia('(prefers-reduced-motion: reduce)')

  function draw(wanted: AnyChartOption): void {
    const shown = still.matches ? { ...wanted, animation: false } : wanted
    chart?.setOption(shown, redrawFrom(drawn, wanted))
    drawn = wanted
  }

  let zooming: ReturnType<typeof setTimeout> | undefined

  function tellZoom(): void {
    const shown = zoomedPart(chart?.getOption()['dataZoom'])
    if (shown !== null) events.onZoom?.(shown)
  }

  function make(): void {
    if (place.value === null) return
    chart = init(place.value, null, { renderer: 'canvas' })
    chart.on('click', (item) => events.onClick?.(item))
    chart.on('mouseover', (item) => events.onHover?.(item))
    chart.on('globalout', () => events.onHover?.(null))
    chart.on('datazoom', () => {
      clearTimeout(zooming)
      zooming = setTimeout(tellZoom, zoomDelayMs)
    })
    zoomByMouse(chart)
    if (group !== undefined) {
      chart.group = group
      connect(group)
    }
    draw(option())
    resized.observe(place.value)
  }

  let giveUp: (() => void) | undefined
  onMounted(() => (giveUp = afterPaint(make)))
  watch(option, (wanted) => {
    if (chart !== null) draw(wanted)
  })
  onBeforeUnmount(() => {
    giveUp?.()
    resized.disconnect()
    clearTimeout(zooming)
    chart?.dispose()
    chart = null
  })

  return { drawing: () => chart?.renderToCanvas({ pixelRatio: finer }) ?? null }
}

/** Visible part of the axis, which ECharts reports in percent. */
function zoomedPart(zooms: unknown): ZoomedPart | null {
  const first: unknown = Array.isArray(zooms) ? zooms[0] : null
  if (typeof first !== 'object' || first === null) return null
  if (!('start' in first) || !('end' in first)) return null
  const { start, end } = first
  if (typeof start !== 'number' || typeof end !== 'number') return null
  return { start: start / 100, end: end / 100 }
}

type Redraw = Readonly<{ notMerge: true }> | Readonly<{ replaceMerge: ['series'] }>

/**
 * Keeps the zoom if only series change within the same panes. If panes change, rebuilds the plot, because ECharts does not find
 * the axes of a merged one. Exported for tests.
 */
export function redrawFrom(drawn: AnyChartOption | null, wanted: AnyChartOption): Redraw {
  const isSame = drawn !== null && paneCount(drawn) === paneCount(wanted)
  return isSame ? { replaceMerge: ['series'] } : { notMerge: true }
}

function paneCount(option: AnyChartOption): number {
  if (!('grid' in option)) return 1
  return Array.isArray(option.grid) ? option.grid.length : 1
}
