// Axes all look alike: thin, named with their unit, linear from zero or logarithmic.
import { chartFont, type ChartTheme } from '../chart-theme.ts'

export type AxisRequest = Readonly<{
  name: string
  log: boolean
  theme: ChartTheme
  /** Data per unit shown; 1000 shows ms as s. */
  divisor?: number
}>

const tickFormat = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

const mantissas: readonly (readonly number[])[] = [
  [1],
  [1, 2, 5],
  [1, 2, 3, 4, 5, 6, 7, 8, 9],
  Array.from({ length: 90 }, (_, tenth) => 1 + tenth / 10),
]

function powersBetween(least: number, most: number): number[] {
  const [first, last] = [Math.floor(Math.log10(least)), Math.floor(Math.log10(most))]
  return Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index))
}

/** Ticks of a logarithmic axis within its ends, ever finer until there are some to read. */
export function logTicks(least: number, most: number): number[] {
  const within = mantissas.map((steps) =>
    powersBetween(least, most)
      .flatMap((power) => steps.map((step) => Number((step * power).toPrecision(6))))
      .filter((tick) => tick >= least && tick <= most),
  )
  return within.find((ticks) => ticks.length >= 3) ?? within.at(-1) ?? []
}

/** A tick's text: at most three significant digits. */
export function tickText(value: number): string {
  return tickFormat.format(value)
}

function commonAxis({ name, log, theme, divisor = 1 }: AxisRequest) {
  return {
    type: log ? ('log' as const) : ('value' as const),
    name,
    nameTextStyle: { color: theme.mutedText, fontFamily: chartFont, fontSize: 12 },
    axisLine: { show: true, lineStyle: { color: theme.line } },
    axisTick: { show: true, lineStyle: { color: theme.line } },
    axisLabel: {
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

/** Its name stands above the axis, so that it reads without turning the head. */
export function verticalAxis(request: AxisRequest) {
  const common = commonAxis(request)
  return {
    ...common,
    nameLocation: 'end' as const,
    nameGap: 12,
    nameTextStyle: { ...common.nameTextStyle, align: 'left' as const, padding: [0, 0, 0, -40] },
  }
}
