// The frame of a plot: two axes with their titles and grid, as wide as its place, and what is drawn between them.
import { numberText } from '#core/report-file/page/number-text.ts'
import { svg } from './elements.ts'
import { linearScale, logScale, stepScale, type Scale, type Span } from './scale.ts'

export type Axis = Readonly<{
  title: string
  values: readonly number[]
  isLog: boolean
  /** Of steps that are counted from 0, in place of numbers. */
  labels?: readonly string[]
}>

export type PlotScales = Readonly<{ x: Scale; y: Scale; width: number; height: number }>

type PlotShape = Readonly<{ width: number; height: number; label: string; x: Axis; y: Axis }>

export const inset = { left: 64, right: 24, top: 28, bottom: 44 } as const

/** `draw` gets the scales and gives what lies above the grid. */
export function plot(
  { width, height, label, x, y }: PlotShape,
  draw: (scales: PlotScales) => readonly Node[],
): SVGSVGElement {
  const right = width - inset.right
  const bottom = height - inset.bottom
  const scales = {
    x: scaleOf(x, { from: inset.left, to: right }, Math.max(2, Math.round(width / 120))),
    y: scaleOf(y, { from: bottom, to: inset.top }, 5),
    ...{ width, height },
  }
  return svg(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label },
    ...scales.y.ticks.flatMap((tick) => yTick(tick, scales.y.at(tick), right)),
    ...scales.x.ticks.flatMap((tick) =>
      xTick(x.labels?.[tick] ?? numberText(tick), scales.x.at(tick), bottom),
    ),
    svg('line', { class: 'axis', x1: inset.left, x2: right, y1: bottom, y2: bottom }),
    svg('text', { x: inset.left - 8, y: 14, 'text-anchor': 'start', class: 'title' }, y.title),
    svg('text', { x: right, y: height - 6, 'text-anchor': 'end', class: 'title' }, x.title),
    ...draw(scales),
  )
}

function scaleOf({ values, isLog, labels }: Axis, pixels: Span, wanted: number): Scale {
  if (labels !== undefined) return stepScale(labels.length, pixels)
  return isLog ? logScale(values, pixels) : linearScale(values, pixels, wanted)
}

function yTick(tick: number, y: number, right: number): Node[] {
  return [
    svg('line', { class: 'grid', x1: inset.left, x2: right, y1: y, y2: y }),
    svg('text', { x: inset.left - 8, y: y + 4, 'text-anchor': 'end' }, numberText(tick)),
  ]
}

function xTick(label: string, x: number, bottom: number): Node[] {
  return [
    svg('line', { class: 'grid', x1: x, x2: x, y1: inset.top, y2: bottom }),
    svg('text', { x, y: bottom + 18, 'text-anchor': 'middle' }, label),
  ]
}

export function path(points: readonly (readonly [x: number, y: number])[]): string {
  return points
    .map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('')
}
