// How many requests have prompts, or answers, of which length.
import type { LengthHistogram } from '#core/stats/drawing/length-histogram.ts'
import { formatCount } from '#core/format/numbers.ts'
import type { ChartTheme } from './theme.ts'
import { horizontalAxis, tickText, verticalAxis } from './axis.ts'
import type { ChartOption, CustomSeriesOption } from './option.ts'
import { hoveredPosition } from './hovered.ts'
import type { PlotTable } from './plot-table.ts'
import { tooltipFrame, tooltipHtml } from './tooltip.ts'

export type LengthsInput = Readonly<{
  histogram: LengthHistogram
  color: string
  theme: ChartTheme
  text: Readonly<{
    /** With its unit. */
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

function bars({ histogram, color }: LengthsInput): CustomSeriesOption {
  return {
    type: 'custom',
    data: bins(histogram).map(({ from, to, count }) => [from, to, count]),
    encode: { x: [0, 1], y: 2 },
    color,
    renderItem: (_, api) => {
      const [left = 0, top = 0] = api.coord([api.value(0), api.value(2)])
      const [right = 0, bottom = 0] = api.coord([api.value(1), 0])
      return {
        type: 'rect',
        shape: { x: left, y: top, width: Math.max(1, right - left - 1), height: bottom - top },
        style: { fill: color, opacity: 0.7 },
      }
    },
  }
}

/** A bin of one token is named by it. */
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
    tooltip: {
      ...tooltipFrame(theme),
      trigger: 'item',
      formatter: (hovered) => tooltip(input, hovered),
    },
    xAxis: across,
    yAxis: { ...verticalAxis({ name: text.count, log: false, theme }), minInterval: 1 },
    series: [bars(input)],
  }
}

export function lengthsTable({ histogram, text }: LengthsInput): PlotTable {
  return {
    columns: [text.from, text.to, text.count],
    rows: bins(histogram).map(({ from, to, count }) => [from, to - 1, count]),
  }
}
