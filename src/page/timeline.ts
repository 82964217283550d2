// Script of the timeline page, which is one file on disk: draws requests over time, scrolls, zooms. It imports only types, so
// that it can be embedded unchanged.
import type {
  HintTexts,
  Segment,
  SegmentKind,
  TimelineData,
  TimelineRow,
} from '#core/report/timeline-data.ts'

type Mark = SegmentKind | 'queued'

type PageData = TimelineData &
  Readonly<{ legend: Record<Mark, string>; hints: HintTexts; colours: Record<Mark, string> }>

type Part = Readonly<{ mark: Mark; fromUs: number; toUs: number; segment: Segment | null }>

/** Kinds by their numbers in the data; later ones are worse and drawn on top. */
const kinds: readonly SegmentKind[] = ['first', 'short', 'middling', 'long', 'failed']
const drawOrder: readonly Mark[] = ['queued', 'first', 'short', 'middling', 'long', 'failed']

/** Sizes in pixels. */
const layout = { rowHeight: 16, barHeight: 10, axisHeight: 28, labelWidth: 88, rightMargin: 24 }
const closestUs = 1000

const rows = find('#rows', HTMLElement)
const hint = find('#hint', HTMLElement)
const canvas = find('canvas', HTMLCanvasElement)
const data = JSON.parse(find('#data', HTMLElement).textContent ?? '') as PageData
const wholeUs = data.rows.reduce((latestUs, row) => Math.max(latestUs, endUs(row)), closestUs)
const view = { fromUs: 0, toUs: wholeUs }
/** Null unless the user is dragging. */
let draggedFromX: number | null = null
let draggedToX = 0

function find<Kind extends Element>(selector: string, kind: abstract new () => Kind): Kind {
  const found = document.querySelector(selector)
  if (found instanceof kind) return found
  throw new Error(`The page has no ${selector}.`)
}

function endUs({ sentAtUs, segments }: TimelineRow): number {
  return segments.reduce((sum, [, durationUs]) => sum + durationUs, sentAtUs)
}

function partsOf(row: TimelineRow): Part[] {
  let atUs = row.sentAtUs
  const parts = row.segments.map((segment): Part => {
    const [kind, durationUs] = segment
    const fromUs = atUs
    atUs += durationUs
    return { mark: kinds[kind] ?? 'failed', fromUs, toUs: atUs, segment }
  })
  return row.dueAtUs < row.sentAtUs
    ? [{ mark: 'queued', fromUs: row.dueAtUs, toUs: row.sentAtUs, segment: null }, ...parts]
    : parts
}

function plotWidth(): number {
  return Math.max(1, rows.clientWidth - layout.labelWidth - layout.rightMargin)
}

function xOf(atUs: number): number {
  return layout.labelWidth + ((atUs - view.fromUs) / (view.toUs - view.fromUs)) * plotWidth()
}

function timeAt(x: number): number {
  return view.fromUs + ((x - layout.labelWidth) / plotWidth()) * (view.toUs - view.fromUs)
}

/** Shows a time range within the run, at least one millisecond long. */
function look(fromUs: number, toUs: number): void {
  const lengthUs = Math.min(wholeUs, Math.max(closestUs, toUs - fromUs))
  view.fromUs = Math.min(Math.max(0, fromUs), wholeUs - lengthUs)
  view.toUs = view.fromUs + lengthUs
  draw()
}

function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name)
}

function draw(): void {
  const pen = canvas.getContext('2d')
  if (pen === null) return
  const { clientWidth: width, clientHeight: height } = rows
  canvas.width = width * devicePixelRatio
  canvas.height = height * devicePixelRatio
  canvas.style.width = `${width}px`
  canvas.style.height = `${height}px`
  pen.scale(devicePixelRatio, devicePixelRatio)
  pen.font = '12px system-ui, sans-serif'
  drawGrid(pen, width, height)
  drawRows(pen, height)
  drawAxis(pen, width)
  drawSelection(pen, height)
}

function drawRows(pen: CanvasRenderingContext2D, height: number): void {
  const first = Math.floor(rows.scrollTop / layout.rowHeight)
  const last = Math.ceil((rows.scrollTop + height - layout.axisHeight) / layout.rowHeight)
  data.rows.slice(first, last).forEach((row, offset) => {
    const y = layout.axisHeight + (first + offset) * layout.rowHeight - rows.scrollTop
    drawBars(pen, partsOf(row), y)
    pen.fillStyle = colour('--surface')
    pen.fillRect(0, y, layout.labelWidth - 8, layout.rowHeight)
    pen.fillStyle = colour('--text-dim')
    pen.textAlign = 'right'
    pen.fillText(String(row.index), layout.labelWidth - 16, y + layout.rowHeight - 3)
  })
}

function drawBars(pen: CanvasRenderingContext2D, parts: readonly Part[], y: number): void {
  for (const mark of drawOrder) {
    pen.fillStyle = colour(data.colours[mark])
    for (const part of parts) {
      if (part.mark !== mark || part.toUs < view.fromUs || part.fromUs > view.toUs) continue
      const from = Math.max(layout.labelWidth, xOf(part.fromUs))
      const to = Math.min(layout.labelWidth + plotWidth(), xOf(part.toUs))
      const isThin = mark === 'queued'
      const top = y + (layout.rowHeight - (isThin ? 2 : layout.barHeight)) / 2
      pen.fillRect(from, top, Math.max(1, to - from), isThin ? 2 : layout.barHeight)
    }
  }
}

function drawGrid(pen: CanvasRenderingContext2D, width: number, height: number): void {
  pen.fillStyle = colour('--surface')
  pen.fillRect(0, 0, width, height)
  pen.fillStyle = colour('--line')
  for (const atUs of ticksUs()) pen.fillRect(xOf(atUs), layout.axisHeight, 1, height)
}

/** Drawn last, over the bars of partially scrolled rows. */
function drawAxis(pen: CanvasRenderingContext2D, width: number): void {
  pen.fillStyle = colour('--panel')
  pen.fillRect(0, 0, width, layout.axisHeight)
  pen.fillStyle = colour('--text-dim')
  pen.textAlign = 'center'
  for (const atUs of ticksUs()) pen.fillText(secondsText(atUs, tickStepUs()), xOf(atUs), 18)
}

function tickStepUs(): number {
  return roundStep((view.toUs - view.fromUs) / Math.max(2, plotWidth() / 120))
}

function ticksUs(): number[] {
  const stepUs = tickStepUs()
  const first = Math.ceil(view.fromUs / stepUs)
  const last = Math.floor(view.toUs / stepUs)
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * stepUs)
}

function drawSelection(pen: CanvasRenderingContext2D, height: number): void {
  if (draggedFromX === null) return
  pen.fillStyle = 'rgb(128 128 128 / 30%)'
  pen.fillRect(draggedFromX, layout.axisHeight, draggedToX - draggedFromX, height)
}

function roundStep(atLeastUs: number): number {
  const decade = 10 ** Math.floor(Math.log10(Math.max(1, atLeastUs)))
  return ([1, 2, 5, 10].find((step) => step * decade >= atLeastUs) ?? 10) * decade
}

function secondsText(us: number, stepUs: number): string {
  const digits = Math.min(6, Math.max(0, 6 - Math.floor(Math.log10(stepUs))))
  return `${(us / 1e6).toFixed(digits)} s`
}

function hintAt(x: number, y: number): string | null {
  const row = data.rows[Math.floor((y - layout.axisHeight + rows.scrollTop) / layout.rowHeight)]
  if (row === undefined || y < layout.axisHeight) return null
  const nearUs = ((view.toUs - view.fromUs) / plotWidth()) * 2
  const atUs = timeAt(x)
  const part = partsOf(row).findLast(
    ({ fromUs, toUs }) => fromUs - nearUs <= atUs && atUs <= toUs + nearUs,
  )
  return part === undefined ? null : hintText(row, part)
}

function hintText(row: TimelineRow, { mark, fromUs, toUs, segment }: Part): string {
  const [, , gaps, longestGapUs] = segment ?? [0, 0, 0, 0]
  const { hints, legend } = data
  const longest = milliseconds(longestGapUs)
  return [
    `${filled(hints.request, { index: row.index })}${row.id === null ? '' : ` · ${row.id}`}`,
    gaps > 1 ? filled(hints.gaps, { mark: legend[mark], gaps, longest }) : legend[mark],
    `${seconds(fromUs)} – ${seconds(toUs)} (${milliseconds(toUs - fromUs)})`,
    filled(hints.tokens, { prompt: row.promptTokens, output: row.outputTokens }),
    filled(hints.times, { sent: seconds(row.sentAtUs), ended: seconds(endUs(row)) }),
    ...(row.error === null ? [] : [row.error]),
  ].join('\n')
}

function filled(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
}

function seconds(us: number): string {
  return `${(us / 1e6).toFixed(3)} s`
}

function milliseconds(us: number): string {
  return `${(us / 1000).toFixed(1)} ms`
}

function showHint(text: string | null, x: number, y: number): void {
  hint.hidden = text === null
  hint.textContent = text
  hint.style.left = `${Math.max(0, Math.min(x + 16, rows.clientWidth - hint.offsetWidth - 8))}px`
  hint.style.top = `${Math.max(0, Math.min(y + 16, rows.clientHeight - hint.offsetHeight - 8))}px`
}

function placeOf(event: MouseEvent): { x: number; y: number } {
  const { left, top } = rows.getBoundingClientRect()
  return { x: event.clientX - left, y: event.clientY - top }
}

function onPress(event: PointerEvent): void {
  const { x } = placeOf(event)
  if (x > rows.clientWidth) return
  draggedFromX = draggedToX = x
  rows.setPointerCapture(event.pointerId)
}

function onMove(event: PointerEvent): void {
  const { x, y } = placeOf(event)
  draggedToX = x
  if (draggedFromX === null) return showHint(hintAt(x, y), x, y)
  showHint(null, 0, 0)
  draw()
}

function onRelease(): void {
  const fromX = draggedFromX
  draggedFromX = null
  if (fromX === null || Math.abs(draggedToX - fromX) < 4) return draw()
  look(timeAt(Math.min(fromX, draggedToX)), timeAt(Math.max(fromX, draggedToX)))
  showFirstRow()
}

/** Scrolls to the first request in flight during the visible time range. */
function showFirstRow(): void {
  const first = data.rows.findIndex((row) => endUs(row) >= view.fromUs && row.dueAtUs <= view.toUs)
  if (first >= 0) rows.scrollTop = first * layout.rowHeight
}

/** Shares of the time range by which a key moves its two ends. */
const keys: Readonly<Record<string, readonly [from: number, to: number]>> = {
  ArrowLeft: [-0.25, -0.25],
  ArrowRight: [0.25, 0.25],
  '+': [0.25, -0.25],
  '-': [-0.5, 0.5],
}

function onKey(event: KeyboardEvent): void {
  const shares = keys[event.key]
  if (shares === undefined) return
  const spanUs = view.toUs - view.fromUs
  look(view.fromUs + shares[0] * spanUs, view.toUs + shares[1] * spanUs)
}

function begin(): void {
  const spacer = document.createElement('div')
  spacer.style.height = `${layout.axisHeight + data.rows.length * layout.rowHeight}px`
  rows.append(spacer)
  rows.addEventListener('scroll', draw)
  rows.addEventListener('pointermove', onMove)
  rows.addEventListener('pointerleave', () => showHint(null, 0, 0))
  rows.addEventListener('pointerdown', onPress)
  rows.addEventListener('pointerup', onRelease)
  rows.addEventListener('dblclick', () => look(0, wholeUs))
  rows.addEventListener('keydown', onKey)
  find('#whole', HTMLElement).addEventListener('click', () => look(0, wholeUs))
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw)
  new ResizeObserver(draw).observe(rows)
}

begin()
