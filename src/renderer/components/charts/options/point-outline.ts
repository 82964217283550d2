// How single points stand out in a plot: the one that is looked at, and those chosen to be compared.
import type { ChartTheme } from '../chart-theme.ts'

export type MarkedPoints = Readonly<{
  selectedKey: string | null
  chosenKeys: readonly string[]
}>

/** Null for a point like any other. */
export function outlineOf(
  key: string,
  { selectedKey, chosenKeys, theme }: MarkedPoints & Readonly<{ theme: ChartTheme }>,
): string | null {
  if (chosenKeys.includes(key)) return theme.accent
  return key === selectedKey ? theme.text : null
}
