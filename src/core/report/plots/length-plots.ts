// Plots of lengths in tokens: how they are spread, and how long each request was.
import { integerBins } from './integer-bins.ts'
import { element, escaped } from './markup.ts'
import { plotFrame, roundEnd, scalesOf, shown, type PlotFrame, type Scales } from './plot-frame.ts'
import { lengthStats, totalLengths, type TokenLengths } from './token-lengths.ts'

type Spread = Readonly<{ title: string; lengths: readonly number[]; look: string }>

export function spreadPlot({ title, lengths, look }: Spread): string {
  const { mean, median, p99, max } = lengthStats(lengths)
  const { from, width, counts } = integerBins(lengths)
  const most = counts.reduce((highest, count) => Math.max(highest, count), 0)
  const end = from + Math.max(counts.length, 1) * width
  const margin = Math.max(1, (end - from) * 0.03)
  const frame: PlotFrame = {
    title,
    note: `mean ${shown(mean)} · p50 ${shown(median)} · p99 ${shown(p99)} · max ${shown(max)}`,
    x: { from: Math.max(0, from - margin), to: end + margin, title: 'tokens' },
    y: { from: 0, to: roundEnd(most), title: 'requests' },
  }
  const scales = scalesOf(frame)
  const bars = counts.map((count, bin) => {
    const first = from + bin * width
    const hint = `${lengthText(first, width)}: ${shown(count)} requests`
    return bar(scales, { x: first, width, from: 0, to: count, look, hint })
  })
  return plotFrame(frame, ...bars)
}

function lengthText(first: number, width: number): string {
  return width === 1
    ? `${shown(first)} tokens`
    : `${shown(first)}–${shown(first + width - 1)} tokens`
}

/** More columns would be narrower than what a screen can show. */
const mostColumns = 240

export function requestPlot(lengths: TokenLengths): string {
  const requests = lengths.prompt.length
  const perColumn = Math.max(1, Math.ceil(requests / mostColumns))
  const prompt = columnMeans(lengths.prompt, perColumn)
  const total = columnMeans(totalLengths(lengths), perColumn)
  const frame: PlotFrame = {
    title: 'Tokens by request',
    note:
      'prompt below, answer above' +
      (perColumn === 1 ? '' : ` · each bar is the mean of ${shown(perColumn)} requests`),
    x: { from: 0, to: Math.max(requests, 1), title: 'request' },
    y: { from: 0, to: roundEnd(total.reduce((a, b) => Math.max(a, b), 0)), title: 'tokens' },
  }
  const scales = scalesOf(frame)
  const bars = total.flatMap((to, column) => {
    const at = prompt[column] ?? 0
    const place = { x: column * perColumn, width: perColumn }
    const hint = `${place.x}: ${shown(at)} prompt + ${shown(to - at)} output tokens`
    return [
      bar(scales, { ...place, from: 0, to: at, look: 'prompt', hint }),
      bar(scales, { ...place, from: at, to, look: 'output', hint }),
    ]
  })
  return plotFrame(frame, ...bars)
}

function columnMeans(values: readonly number[], perColumn: number): readonly number[] {
  return Array.from({ length: Math.ceil(values.length / perColumn) }, (_, column) => {
    const members = values.slice(column * perColumn, (column + 1) * perColumn)
    return members.reduce((sum, value) => sum + value, 0) / members.length
  })
}

type Bar = Readonly<{
  x: number
  width: number
  from: number
  to: number
  look: string
  hint: string
}>

function bar({ x, y }: Scales, { x: left, width, from, to, look, hint }: Bar): string {
  if (to <= from) return ''
  const gap = x(left + width) - x(left) > 3 ? 1 : 0
  const place = {
    x: x(left),
    y: y(to),
    width: x(left + width) - x(left) - gap,
    height: y(from) - y(to),
  }
  return element('rect', { class: look, ...place }, element('title', {}, escaped(hint)))
}
