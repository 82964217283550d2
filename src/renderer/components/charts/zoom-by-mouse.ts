// Mouse zoom of a plot: Ctrl or ⌘ with the wheel, a dragged range, and a double click to reset. The plain wheel scrolls the page.
import type { init } from './echarts-parts.ts'

type Chart = ReturnType<typeof init>

type Pointer = Readonly<{ offsetX: number; offsetY: number }>

const wheelFactor = 0.8
/** A shorter drag is a click. */
const leastDragPx = 5

export function zoomByMouse(chart: Chart): void {
  const canvas = chart.getZr()
  let brush: Readonly<{ from: Pointer; area: HTMLElement }> | null = null

  function show(range: ZoomRange): void {
    chart.dispatchAction({ type: 'dataZoom', dataZoomIndex: 0, ...range })
  }

  canvas.on('mousewheel', (turn) => {
    const event: unknown = turn.event
    if (!(event instanceof WheelEvent) || !(event.ctrlKey || event.metaKey)) return
    const place = placeOf(chart, turn)
    if (place === null) return
    event.preventDefault()
    const factor = event.deltaY < 0 ? wheelFactor : 1 / wheelFactor
    show(zoomedAround(shownOf(chart), place, factor))
  })
  canvas.on('mousedown', (press) => {
    const isMain = press.event instanceof MouseEvent && press.event.button === 0
    if (!isMain || placeOf(chart, press) === null) return
    const area = document.createElement('div')
    area.className = 'plot-brush'
    chart.getDom().append(area)
    brush = { from: press, area }
  })
  canvas.on('mousemove', ({ offsetX }) => {
    if (brush === null) return
    brush.area.style.left = `${Math.min(brush.from.offsetX, offsetX)}px`
    brush.area.style.width = `${Math.abs(offsetX - brush.from.offsetX)}px`
  })
  canvas.on('mouseup', ({ offsetX }) => {
    if (brush === null) return
    const { from, area } = brush
    area.remove()
    brush = null
    if (Math.abs(offsetX - from.offsetX) < leastDragPx) return
    const ends = [from.offsetX, offsetX].map((x) => shareAt(chart, x))
    show(zoomedBetween(shownOf(chart), ends[0] ?? 0, ends[1] ?? 1))
  })
  canvas.on('dblclick', (press) => {
    if (placeOf(chart, press) !== null) show(wholeRange)
  })
}

/** Position of the pointer in the visible part, 0–1; null outside the panes, and if zooming is disabled. */
function placeOf(chart: Chart, { offsetX, offsetY }: Pointer): number | null {
  if (zoomModel(chart) === null || !chart.containPixel('grid', [offsetX, offsetY])) return null
  return shareAt(chart, offsetX)
}

function shareAt(chart: Chart, x: number): number {
  const zoom = zoomModel(chart)
  const at = Number(chart.convertFromPixel({ xAxisIndex: 0 }, x))
  return zoom === null ? 0 : (at - zoom.startValue) / (zoom.endValue - zoom.startValue)
}

function shownOf(chart: Chart): ZoomRange {
  return zoomModel(chart) ?? wholeRange
}

type ZoomModel = ZoomRange & Readonly<{ startValue: number; endValue: number }>

const parts = ['start', 'end', 'startValue', 'endValue'] as const

function zoomModel(chart: Chart): ZoomModel | null {
  const zooms: unknown = chart.getOption()?.['dataZoom']
  const first: unknown = Array.isArray(zooms) ? zooms[0] : null
  if (typeof first !== 'object' || first === null) return null
  const values = parts.map((part) => Number(Reflect.get(first, part)))
  const [start = NaN, end = NaN, startValue = NaN, endValue = NaN] = values
  return values.every(Number.isFinite) ? { start, end, startValue, endValue } : null
}

type ZoomRange = Readonly<{ start: number; end: number }>

/** Percentages of the axis. Exported for tests. */
export const wholeRange: ZoomRange = { start: 0, end: 100 }

/** Smaller ranges show nothing. */
const leastPercent = 0.05

/** Zooms by `factor` around a position in the visible part, 0–1; a factor below 1 zooms in. Exported for tests. */
export function zoomedAround({ start, end }: ZoomRange, place: number, factor: number): ZoomRange {
  const width = Math.min(100, Math.max(leastPercent, (end - start) * factor))
  const at = start + (end - start) * place
  const from = Math.min(100 - width, Math.max(0, at - width * place))
  return { start: from, end: from + width }
}

/** Zooms to the range between two positions in the visible part, 0–1, in any order. Exported for tests. */
export function zoomedBetween({ start, end }: ZoomRange, a: number, b: number): ZoomRange {
  const [low, high] = [Math.max(0, Math.min(a, b)), Math.min(1, Math.max(a, b))]
  const width = end - start
  const wanted = { start: start + width * low, end: start + width * high }
  return wanted.end - wanted.start < leastPercent ? { start, end } : wanted
}
