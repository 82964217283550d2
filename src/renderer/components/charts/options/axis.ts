// Axes all look alike: thin, named with their unit, linear from zero or logarithmic.
import { trueMinus } from '#core/report/true-minus.ts'
import { chartFont, type ChartTheme } from '../chart-theme.ts'
import { logScale } from './log-scale.ts'

export type AxisRequest = Readonly<{
  name: string
  log: boolean
  theme: ChartTheme
  /** Data per unit shown; 1000 shows ms as s. */
  divisor?: number
  /** What is drawn along a logarithmic axis, so that it ends close around it. */
  values?: readonly number[]
}>

const tickFormat = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

/** A tick's text: at most three significant digits. */
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
