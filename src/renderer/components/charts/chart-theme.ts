// What a plot takes from the window's theme, as values, because a canvas does not read style sheets.
// The colours are those of styles/tokens.css; a test keeps the two alike.
import { darkSeries, lightSeries, type SeriesColors } from './palette.ts'

export type ChartTheme = Readonly<{
  surface: string
  text: string
  mutedText: string
  /** Axis lines and ticks. */
  line: string
  /** Lines across the plot. */
  grid: string
  /** What is found: the knee. */
  accent: string
  /** Limits. */
  bad: string
  series: SeriesColors
}>

export type ThemeName = 'light' | 'dark'

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

export const chartFont =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", "PingFang SC", ' +
  '"Microsoft YaHei", "Noto Sans CJK SC", sans-serif'
