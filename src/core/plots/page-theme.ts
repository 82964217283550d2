// Theme of plots in pages and files: colours are custom properties, so that they follow the user's system.
import { keysOf } from '#core/base/keys-of.ts'
import { chartThemes, type ChartTheme, type SeriesColors } from './theme.ts'

type PageColors = Readonly<Record<string, string>>

function colorsOf({ series, mutedText, line, grid, ...theme }: ChartTheme): PageColors {
  return { ...theme, 'text-dim': mutedText, 'line-control': line, line: grid, ...series }
}

/** Colours outside the plots. */
const surroundings = {
  light: { panel: '#f8f9f9', good: '#1a7f4e', warn: '#c98500' },
  dark: { panel: '#101416', good: '#4fb685', warn: '#e0a94a' },
}

/** Custom property of a colour: `timeToSolution` for `time_to_solution`. */
function propertyOf(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function declared(colors: PageColors): string {
  return Object.entries(colors)
    .map(([name, value]) => `--${propertyOf(name)}: ${value};`)
    .join(' ')
}

/** Declares every colour, light and dark. */
export const pageThemeStyle = `
:root { color-scheme: light dark; ${declared({ ...surroundings.light, ...colorsOf(chartThemes.light) })} }
@media (prefers-color-scheme: dark) {
  :root { ${declared({ ...surroundings.dark, ...colorsOf(chartThemes.dark) })} }
}
`

export const pageTheme: ChartTheme = {
  surface: 'var(--surface)',
  text: 'var(--text)',
  mutedText: 'var(--text-dim)',
  line: 'var(--line-control)',
  grid: 'var(--line)',
  accent: 'var(--accent)',
  bad: 'var(--bad)',
  series: Object.fromEntries(
    keysOf(chartThemes.light.series).map((key) => [key, `var(--${propertyOf(key)})`]),
  ) as SeriesColors,
}
