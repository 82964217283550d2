// One plot of a picture: title, axes with round ticks, and what is drawn between them.
import { element, escaped } from './markup.ts'
import { roundTicks, ticksWithin } from './round-ticks.ts'

export type Axis = Readonly<{ from: number; to: number; title: string }>

export type PlotFrame = Readonly<{
  title: string
  /** One line of figures below the title. */
  note: string
  x: Axis
  y: Axis
}>

export const frameSize = { width: 576, height: 384 } as const
const inset = { left: 64, right: 16, top: 76, bottom: 48 } as const
const plotWidth = frameSize.width - inset.left - inset.right
const plotHeight = frameSize.height - inset.top - inset.bottom
const tickLength = 4

export type Scales = Readonly<{ x: (value: number) => number; y: (value: number) => number }>

export function scalesOf({ x, y }: PlotFrame): Scales {
  return {
    x: (value) => inset.left + ((value - x.from) / (x.to - x.from)) * plotWidth,
    y: (value) => inset.top + plotHeight - ((value - y.from) / (y.to - y.from)) * plotHeight,
  }
}

export function plotFrame(frame: PlotFrame, ...marks: string[]): string {
  return [
    element('text', { class: 'title', x: inset.left, y: 24 }, escaped(frame.title)),
    element('text', { class: 'dim', x: inset.left, y: 44 }, escaped(frame.note)),
    ...yTicks(frame),
    ...marks,
    ...xTicks(frame),
    element(
      'text',
      { class: 'dim', x: inset.left + plotWidth, y: frameSize.height - 8, 'text-anchor': 'end' },
      escaped(frame.x.title),
    ),
    element('text', { class: 'dim', x: 12, y: inset.top - 8 }, escaped(frame.y.title)),
  ].join('')
}

/** The end of an axis that begins at 0 and shows up to `most`. */
export function roundEnd(most: number): number {
  return roundTicks(most, 5).at(-1) ?? 1
}

function yTicks(frame: PlotFrame): string[] {
  const { y } = scalesOf(frame)
  return roundTicks(frame.y.to, 5).map((value) => {
    const line = { x1: inset.left, x2: inset.left + plotWidth, y1: y(value), y2: y(value) }
    const label = { class: 'dim', x: inset.left - 8, y: y(value) + 4, 'text-anchor': 'end' }
    return element('line', { class: 'grid', ...line }) + element('text', label, shown(value))
  })
}

function xTicks(frame: PlotFrame): string[] {
  const { x } = scalesOf(frame)
  const bottom = inset.top + plotHeight
  return ticksWithin(frame.x.from, frame.x.to, 6).map((value) => {
    const line = { x1: x(value), x2: x(value), y1: bottom, y2: bottom + tickLength }
    const label = { class: 'dim', x: x(value), y: bottom + 18, 'text-anchor': 'middle' }
    return element('line', { class: 'axis', ...line }) + element('text', label, shown(value))
  })
}

export function shown(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 1 })
}
