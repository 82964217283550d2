// Lengths in tokens: a histogram, and the length of each request.
import { mean } from '#core/base/spread.ts'
import type { LengthHistogram } from '#core/base/length-histogram.ts'
import { formatCount, formatNumber } from '#core/base/numbers.ts'
import type { ChartTheme } from './theme.ts'
import { horizontalAxis, tickText, verticalAxis } from './axis.ts'
import { barSeries } from './marks.ts'
import type { ChartOption } from './option.ts'
import { hoveredPosition } from './hovered.ts'
import type { PlotTable } from './plot-table.ts'
import { tooltipOf, tooltipHtml, type PointFacts } from './tooltip.ts'

type LengthsInput = Readonly<{
  histogram: LengthHistogram
  color: string
  theme: ChartTheme
  text: Readonly<{
    /** Name with its unit. */
    length: string
    count: string
    from: string
    to: string
  }>
}>

type Bin = Readonly<{ from: number; to: number; count: number }>

function bins({ edges, counts }: LengthHistogram): readonly Bin[] {
  return counts.map((count, index) => ({
    from: edges[index] ?? 0,
    to: edges[index + 1] ?? 0,
    count,
  }))
}

/** A bin of one token is labelled with that number. */
function lengthsText({ from, to }: Bin): string {
  return to - from === 1 ? formatCount(from) : `${formatCount(from)} – ${formatCount(to - 1)}`
}

function tooltip({ histogram, color, text }: LengthsInput, hovered: unknown): string {
  const bin = bins(histogram)[hoveredPosition(hovered)]
  if (bin === undefined) return ''
  return tooltipHtml(lengthsText(bin), [{ color, name: text.count, value: tickText(bin.count) }])
}

export function lengthsOption(input: LengthsInput): ChartOption {
  const { histogram, theme, text } = input
  const ends = { min: histogram.edges[0] ?? 0, max: histogram.edges.at(-1) ?? 1 }
  const across = { ...horizontalAxis({ name: text.length, log: false, theme }), ...ends }
  return {
    animation: false,
    grid: { left: 48, right: 16, top: 28, bottom: 44 },
    tooltip: tooltipOf(theme, 'item', (hovered) => tooltip(input, hovered)),
    xAxis: across,
    yAxis: { ...verticalAxis({ name: text.count, log: false, theme }), minInterval: 1 },
    series: [
      barSeries({
        id: 'lengths',
        color: input.color,
        bars: bins(histogram).map(({ count, ...edges }) => ({ ...edges, high: count })),
      }),
    ],
  }
}

export function lengthsTable({ histogram, text }: LengthsInput): PlotTable {
  return {
    columns: [text.from, text.to, text.count],
    rows: bins(histogram).map(({ from, to, count }) => [from, to - 1, count]),
  }
}

/** Facts of each bar, in order. */
export function lengthFacts({ histogram, text }: LengthsInput): PointFacts[] {
  return bins(histogram).map((bin) => ({
    label: `${lengthsText(bin)} ${text.length}`,
    facts: [{ name: text.count, value: formatCount(bin.count) }],
  }))
}

type RequestLengthsInput = Readonly<{
  /** Lengths by request, in order. */
  prompt: readonly number[]
  output: readonly number[]
  theme: ChartTheme
  text: Readonly<{ request: string; length: string; prompt: string; output: string }>
}>

/** Maximum number of columns; more would be narrower than a pixel. */
const mostColumns = 240

/** Number of requests per column, which shows their mean. */
export function requestsPerColumn({ prompt }: Pick<RequestLengthsInput, 'prompt'>): number {
  return Math.max(1, Math.ceil(prompt.length / mostColumns))
}

type Column = Readonly<{ from: number; to: number; prompt: number; output: number }>

function columnsOf({ prompt, output }: RequestLengthsInput): Column[] {
  const perColumn = requestsPerColumn({ prompt })
  return Array.from({ length: Math.ceil(prompt.length / perColumn) }, (_, column) => {
    const [from, to] = [column * perColumn, Math.min(prompt.length, (column + 1) * perColumn)]
    return { from, to, prompt: mean(prompt.slice(from, to)), output: mean(output.slice(from, to)) }
  })
}

/** Prompts at the bottom, outputs stacked on top. */
export function requestLengthsOption(input: RequestLengthsInput): ChartOption {
  const { theme, text, prompt } = input
  const columns = columnsOf(input)
  return {
    animation: false,
    grid: { left: 48, right: 16, top: 28, bottom: 44 },
    xAxis: {
      ...horizontalAxis({ name: text.request, log: false, theme }),
      ...{ min: 0, max: Math.max(1, prompt.length) },
    },
    yAxis: verticalAxis({ name: text.length, log: false, theme }),
    series: [
      barSeries({
        id: 'prompt',
        color: theme.series.requestsAsked,
        bars: columns.map((column) => ({ ...edges(column), high: column.prompt })),
      }),
      barSeries({
        id: 'output',
        color: theme.series.outputTokens,
        bars: columns.map((column) => ({
          ...edges(column),
          ...{ low: column.prompt, high: column.prompt + column.output },
        })),
      }),
    ],
  }
}

function edges({ from, to }: Column) {
  return { from, to }
}

/** Facts of each column, in order. */
export function requestLengthFacts(input: RequestLengthsInput): PointFacts[] {
  const { text } = input
  return columnsOf(input).map(({ from, to, prompt, output }) => ({
    label: `${text.request} ${to - from === 1 ? from : `${from} – ${to - 1}`}`,
    facts: [
      { name: text.prompt, value: written(prompt) },
      { name: text.output, value: written(output) },
    ],
  }))
}

/** Means keep decimals. */
function written(tokens: number): string {
  return Number.isInteger(tokens) ? formatCount(tokens) : formatNumber(tokens)
}
