// Colours and type of plots, as values, because a canvas reads no style sheet. The renderer's styles/tokens.css has the
// same colours; a test compares the two.
//
// One hue per measured quantity, the same in every view. After Okabe and Ito: distinguishable with any colour vision. Each
// theme has its own shade of a hue, so that lines stand out equally on the light and the dark surface.
import type { SeriesKey } from '../metrics/series-keys.ts'

export type SeriesColors = Readonly<Record<SeriesKey, string>>

const lightSeries: SeriesColors = {
  ttft: '#0072b2',
  tpot: '#009166',
  itl: '#b8568c',
  e2el: '#d55e00',
  ttfo: '#3d5ad0',
  reasoningTime: '#8a6a2f',
  answerTpot: '#3a7f3a',
  e2elIncludingRetries: '#a8482a',
  ttftIncludingRetries: '#2f6f96',
  timeToSolution: '#7d4f9e',
  modelTime: '#4a6f2c',
  firstPartial: '#24699c',
  speechLag: '#8f5a14',
  maxSpeechLag: '#a14a3f',
  finalAfterSpeech: '#94428f',
  timePerAudioSecond: '#47727d',
  audioTtfp: '#1d6f8f',
  audioRtf: '#7a5c1e',
  audioDuration: '#556b8a',
  audioUnderrun: '#a8452f',
  imageGeneration: '#5b4fb5',
  videoRtf: '#86603a',
  videoGeneration: '#8a3f7a',
  outputTokens: '#7a52c4',
  inputs: '#5d7a1f',
  concurrency: '#1f7d86',
  requestsAsked: '#6b7686',
  requestsCompleted: '#a46c00',
  failures: '#c8374a',
}

const darkSeries: SeriesColors = {
  ttft: '#56b4e9',
  tpot: '#1fb58a',
  itl: '#d98bb6',
  e2el: '#f07f3c',
  ttfo: '#93a8ff',
  reasoningTime: '#cdb173',
  answerTpot: '#8ed081',
  e2elIncludingRetries: '#e0a183',
  ttftIncludingRetries: '#8fc3dd',
  timeToSolution: '#c9a0e8',
  modelTime: '#b5d487',
  firstPartial: '#7fb8e6',
  speechLag: '#dcae66',
  maxSpeechLag: '#e39b8e',
  finalAfterSpeech: '#dd9ad8',
  timePerAudioSecond: '#9cc3cd',
  audioTtfp: '#7cc4dd',
  audioRtf: '#d2b566',
  audioDuration: '#a9bcd6',
  audioUnderrun: '#e6a08a',
  imageGeneration: '#b0a5f0',
  videoRtf: '#d9ae82',
  videoGeneration: '#d995c8',
  outputTokens: '#b39af0',
  inputs: '#a9c956',
  concurrency: '#5cc3c9',
  requestsAsked: '#9ba6ae',
  requestsCompleted: '#d9a441',
  failures: '#f2756b',
}

export type CurveSymbol = 'circle' | 'rect' | 'triangle' | 'diamond'

/** Styles for curves that differ by a setting rather than by metric: shapes distinguish them as well. */
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
    series: lightSeries,
  },
  dark: {
    surface: '#14181b',
    text: '#e6e9eb',
    mutedText: '#9ba6ae',
    line: '#6d7881',
    grid: '#2a3137',
    accent: '#4fc1c6',
    bad: '#f28b82',
    series: darkSeries,
  },
}

/** Uses single quotes, because ECharts writes it unescaped into SVG attributes. */
export const chartFont =
  "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', " +
  "'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif"
