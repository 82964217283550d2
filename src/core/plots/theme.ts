// Colours and fonts of plots as values, because a canvas does not read style sheets. The renderer's styles/tokens.css has the
// same colours; a test compares the two.
//
// One hue per measured quantity, the same in every view. After Okabe and Ito: distinguishable with any colour vision. Each theme
// has its own shade of a hue, so that lines have equal contrast on light and dark surfaces.
import { keysOf } from '#core/base/keys-of.ts'
import { latencies, type MetricName, metricNames, ofLatencies } from '#core/metrics/latencies.ts'

/** Colours of quantities other than latencies, in the light and the dark theme. */
const otherColors = {
  outputTokens: ['#7a52c4', '#b39af0'],
  inputs: ['#5d7a1f', '#a9c956'],
  concurrency: ['#1f7d86', '#5cc3c9'],
  requestsAsked: ['#6b7686', '#9ba6ae'],
  requestsCompleted: ['#a46c00', '#d9a441'],
  failures: ['#c8374a', '#f2756b'],
} as const

export type SeriesKey = MetricName | keyof typeof otherColors
export type SeriesColors = Readonly<Record<SeriesKey, string>>

function seriesColors(theme: 0 | 1): SeriesColors {
  const others = keysOf(otherColors).map((name) => [name, otherColors[name][theme]])
  return {
    ...ofLatencies(metricNames, (name) => latencies[name].colors[theme]),
    ...(Object.fromEntries(others) as Record<keyof typeof otherColors, string>),
  }
}

export type CurveSymbol = 'circle' | 'rect' | 'triangle' | 'diamond'

/** Styles for curves that differ by a setting rather than by metric; their shapes differ too. */
const curveStyles: readonly Readonly<{ key: SeriesKey; symbol: CurveSymbol }>[] = [
  { key: 'ttft', symbol: 'circle' },
  { key: 'e2el', symbol: 'rect' },
  { key: 'tpot', symbol: 'triangle' },
  { key: 'itl', symbol: 'diamond' },
  { key: 'outputTokens', symbol: 'circle' },
  { key: 'requestsCompleted', symbol: 'rect' },
  { key: 'concurrency', symbol: 'triangle' },
  { key: 'inputs', symbol: 'diamond' },
]

export const curveStyleCount = curveStyles.length

export type CurveStyle = Readonly<{ color: string; symbol: CurveSymbol }>

export function curveStyle(position: number, colors: SeriesColors): CurveStyle {
  const style = curveStyles[position % curveStyles.length]
  return { color: colors[style?.key ?? 'ttft'], symbol: style?.symbol ?? 'circle' }
}

export type ChartTheme = Readonly<{
  surface: string
  text: string
  mutedText: string
  /** Axis lines and ticks. */
  line: string
  /** Lines across the plot. */
  grid: string
  /** Highlights results such as the knee. */
  accent: string
  /** Limits. */
  bad: string
  series: SeriesColors
}>

type ThemeName = 'light' | 'dark'

export const chartThemes: Readonly<Record<ThemeName, ChartTheme>> = {
  light: {
    surface: '#ffffff',
    text: '#171c20',
    mutedText: '#566069',
    line: '#858d95',
    grid: '#dfe2e5',
    accent: '#0a6971',
    bad: '#b3261e',
    series: seriesColors(0),
  },
  dark: {
    surface: '#14181b',
    text: '#e6e9eb',
    mutedText: '#9ba6ae',
    line: '#6d7881',
    grid: '#2a3137',
    accent: '#4fc1c6',
    bad: '#f28b82',
    series: seriesColors(1),
  },
}

/** Uses single quotes, because ECharts writes it unescaped into SVG attributes. */
export const chartFont =
  "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', " +
  "'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif"
