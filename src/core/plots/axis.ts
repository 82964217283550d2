// Axes in one common style: thin, named with their unit, linear from zero or logarithmic.
import { trueMinus } from '#core/base/true-minus.ts'
import { chartFont, type ChartTheme } from './theme.ts'

type AxisRequest = Readonly<{
  name: string
  log: boolean
  theme: ChartTheme
  /** Data per displayed unit; 1000 shows ms as s. */
  divisor?: number
  /** Values plotted along a logarithmic axis, so that its range includes them. */
  values?: readonly number[]
  /** The names of vertical lines and bands are between the plot and the name of its vertical axis. */
  hasNamesAbove?: boolean
}>

const tickFormat = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

/** Text of a tick: at most three significant digits. */
export function tickText(value: number): string {
  return trueMinus(tickFormat.format(value))
}

function commonAxis({ name, log, theme, divisor = 1, values = [] }: AxisRequest) {
  const scale = log ? logScale(values) : null
  const ticks = scale === null ? {} : { customValues: [...scale.ticks] }
  return {
    type: log ? ('log' as const) : ('value' as const),
    ...(scale === null ? {} : { min: scale.min, max: scale.max }),
    name,
    nameTextStyle: { color: theme.mutedText, fontFamily: chartFont, fontSize: 12 },
    axisLine: { show: true, lineStyle: { color: theme.line } },
    axisTick: { ...ticks, show: true, lineStyle: { color: theme.line } },
    axisLabel: {
      ...ticks,
      color: theme.mutedText,
      fontFamily: chartFont,
      fontSize: 12,
      hideOverlap: true,
      formatter: (value: number) => tickText(value / divisor),
    },
    splitLine: { lineStyle: { color: theme.grid } },
    axisPointer: {
      label: {
        backgroundColor: theme.text,
        color: theme.surface,
        fontFamily: chartFont,
        formatter: ({ value }: { value: unknown }) => tickText(Number(value) / divisor),
      },
      lineStyle: { color: theme.line },
    },
  }
}

export function horizontalAxis(request: AxisRequest) {
  return {
    ...commonAxis(request),
    nameLocation: 'middle' as const,
    nameGap: 30,
  }
}

/** The name is drawn above the axis so that it is horizontal. */
export function verticalAxis(request: AxisRequest) {
  const common = commonAxis(request)
  return {
    ...common,
    nameLocation: 'end' as const,
    nameGap: request.hasNamesAbove ? 20 : 12,
    nameTextStyle: { ...common.nameTextStyle, align: 'left' as const, padding: [0, 0, 0, -40] },
  }
}

/** Position of a value along the axis, from 0 to 1. A linear axis ends at a round number, so the true one is at most this. */
export function shareOfAxis(
  value: number,
  { log, values = [] }: Pick<AxisRequest, 'log' | 'values'>,
): number {
  const scale = log ? logScale(values) : null
  if (scale === null) return value / Math.max(value, ...values)
  return Math.log(value / scale.min) / Math.log(scale.max / scale.min)
}

type LogScale = Readonly<{ min: number; max: number; ticks: readonly number[] }>

type Range = Readonly<{ least: number; most: number }>

/** From coarse to fine: decades; ones, twos and fives; whole numbers; halves, fifths and tenths of the first steps. */
const mantissas: readonly (readonly number[])[] = [
  [1],
  [1, 2, 5],
  [1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 1.5, 2, 3, 5, 7],
  [1, 1.2, 1.4, 1.6, 1.8, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9],
  Array.from({ length: 90 }, (_, tenth) => 1 + tenth / 10),
]

const fewestTicks = 4

/** Factor of space on either side of a single value. */
const roomForOne = 1.5

/** Null if there is no value that a logarithmic axis can show. Exported for tests. */
export function logScale(values: readonly number[]): LogScale | null {
  const positive = values.filter((value) => value > 0)
  if (positive.length === 0) return null
  const [least, most] = [Math.min(...positive), Math.max(...positive)]
  const room = least === most ? roomForOne : 1
  const range = { least: least / room, most: most * room }
  const tickLists = mantissas.map((steps) => ticksAround(roundNumbers(steps, range), range))
  const ticks = tickLists.find((list) => list.length >= fewestTicks) ?? tickLists.at(-1) ?? []
  return { min: ticks[0] ?? least, max: ticks.at(-1) ?? most, ticks }
}

/** Every step in every decade that the range touches, and the first of the next decade. */
function roundNumbers(steps: readonly number[], { least, most }: Range): number[] {
  const [first, last] = [Math.floor(Math.log10(least)), Math.floor(Math.log10(most)) + 1]
  const powers = Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index))
  return powers.flatMap((power) => steps.map((step) => Number((step * power).toPrecision(6))))
}

/** Ticks from the last round number at or before the range to the first at or after it. */
function ticksAround(numbers: readonly number[], { least, most }: Range): number[] {
  const min = numbers.findLast((number) => number <= least) ?? least
  const max = numbers.find((number) => number >= most) ?? most
  return numbers.filter((number) => number >= min && number <= max)
}

/** Visible part of these horizontal axes, set by the window. ECharts' own mouse control is off because it captures the wheel. */
export function zoomOf(xAxisIndex: readonly number[]) {
  return {
    type: 'inside' as const,
    disabled: true,
    xAxisIndex: [...xAxisIndex],
    filterMode: 'none' as const,
  }
}
